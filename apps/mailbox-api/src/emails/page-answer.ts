/** Builds one page: it needs one item more than it shows, to know whether there is another page. */
export function pageAnswer<T extends { readonly id: number }>(items: readonly T[], limit: number, last?: number) {
  const shown = items.slice(0, limit);
  const hasMore = items.length > limit;
  return { items: shown, nextCursor: hasMore ? (last ?? shown.at(-1)?.id ?? null) : null, hasMore };
}
