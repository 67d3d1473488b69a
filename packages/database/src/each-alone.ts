import { isStoreAway } from './connection-failure.js';

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

/** Does the work of all items at once, and where that fails, of each alone: a statement that fails for one fails for all. */
export async function togetherOrEachAlone<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
  tell: (item: Item, cause: unknown) => void,
): Promise<void> {
  try {
    await work(items);
  } catch (cause) {
    if (isStoreAway(cause)) throw cause;
    await eachAlone(items, (item) => work([item]), tell);
  }
}
