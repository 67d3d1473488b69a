import type { Page } from 'playwright-core';

const KEPT = `(async () => JSON.stringify([
  { ...localStorage }, { ...sessionStorage }, await indexedDB.databases(), await caches.keys(), history.state, document.title,
  location.href, document.documentElement.outerHTML, [...document.querySelectorAll('input, textarea')].map(({ value }) => value),
]))()`;

/** Whatever a page keeps and shows, in its own words. */
export async function kept(page: Page): Promise<string> {
  return (await page.evaluate(KEPT)) as string;
}

/** Whatever the scripts of a page can still reach, its caches included. */
export async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const pieces: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => pieces.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot');
  await session.detach();
  return pieces.join('');
}
