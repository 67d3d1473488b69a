const FIRST_PAUSE_MS = 5;
/** Questions take time from whoever works on the answer: what took long already is asked for less often. */
const PAUSE_OF_WAIT = 0.1;
const LAST_PAUSE_MS = 50;

/** Waits for a condition; a test that waits too long fails and says for what. `pauseMs` keeps all pauses the same. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  options: { readonly timeoutMs?: number; readonly what?: string; readonly pauseMs?: number } = {},
): Promise<void> {
  const begun = Date.now();
  const deadline = begun + (options.timeoutMs ?? 60_000);
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for: ${options.what ?? condition.toString()}`);
    const pauseMs = options.pauseMs ?? pauseAfter(Date.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const pauseAfter = (waitedMs: number): number =>
  Math.min(LAST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, waitedMs * PAUSE_OF_WAIT));
