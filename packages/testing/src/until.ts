const PAUSE_MS = 5;

/** Waits for a condition; a test that waits too long fails and says for what. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  options: { readonly timeoutMs?: number; readonly what?: string; readonly pauseMs?: number } = {},
): Promise<void> {
  const deadline = Date.now() + (options.timeoutMs ?? 60_000);
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for: ${options.what ?? condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, options.pauseMs ?? PAUSE_MS));
  }
}
