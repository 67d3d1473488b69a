/** Resolves after so many milliseconds: for loops that go on at a pace, never for something to have happened by then. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
