import { DomainError } from '@mailroom/errors';

/** Somebody who waits for what becomes of an item. */
export type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Does the work of a group at once, and tells each its own result. A group that fails is halved until only the culprit is
 * rejected; if the store is away the whole group fails, because each half would too.
 */
export async function settleTogether<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await work(group.map(({ item }) => item));
    for (const [index, result] of results.entries()) group[index]?.resolve(result);
  } catch (error) {
    const isHopeless = error instanceof DomainError && error.code === 'unavailable';
    if (isHopeless || group.length === 1) {
      for (const { reject } of group) reject(error);
      return;
    }
    const middle = group.length >> 1;
    await settleTogether(group.slice(0, middle), work);
    await settleTogether(group.slice(middle), work);
  }
}
