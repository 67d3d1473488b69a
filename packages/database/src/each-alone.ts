import { isStoreAway } from './connection-failure.js';

/** What fails of one piece of work; where more does, it is likely to be everything. */
const MAX_FAILED = 100;

/**
 * Does the work of some items one after the other. What fails is told with its item, and holds up no other.
 * @throws what failed where a store is away: then the others would fail as well
 */
export async function eachAlone<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  tell: (item: Item, cause: unknown) => void,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (cause) {
      if (isStoreAway(cause)) throw cause;
      tell(item, cause);
    }
  }
}

/**
 * The same for work that is done for all items at once: what fails for one fails for all. So what fails is done in halves,
 * down to the items for which it fails.
 */
export async function togetherOrInParts<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
  tell: (item: Item, cause: unknown) => void,
): Promise<void> {
  const part = (from: number, count: number) => items.slice(from, from + count);
  await inHalves(
    items.length,
    (count, from) => work(part(from, count)),
    (from, cause) => part(from, 1).forEach((item) => tell(item, cause)),
  );
}

/** The same for `count` items that only the work knows; returns whether it came to the last of them. */
export async function inHalves(
  count: number,
  work: (count: number, from: number) => Promise<void>,
  tell: (from: number, cause: unknown) => void,
): Promise<boolean> {
  const parts = [{ from: 0, count }];
  let failed = 0;
  for (let part = parts.pop(); part && part.count > 0; part = failed < MAX_FAILED ? parts.pop() : undefined) {
    try {
      await work(part.count, part.from);
    } catch (cause) {
      if (isStoreAway(cause)) throw cause;
      const half = Math.ceil(part.count / 2);
      if (part.count > 1) parts.push({ from: part.from + half, count: part.count - half }, { ...part, count: half });
      else {
        failed += 1;
        tell(part.from, cause);
      }
    }
  }
  return parts.length === 0;
}
