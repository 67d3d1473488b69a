/** Takes errors where none may come. */
export const fail = (error: unknown): never => {
  throw error;
};
