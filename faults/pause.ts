/** Resolves after a number of milliseconds. It paces loops; nothing may rely on it to wait for an event. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
