import type { Email, Place } from '../api.js';

type Page = { readonly items: readonly Email[]; readonly hasMore: boolean; readonly nextCursor: number | null };

/** What is known of a list: its pages, newest first, and the cursor of each. */
export type Pages = { readonly pages: Page[]; readonly pageParams: (number | undefined)[] };

/** A list of which nothing else is known. */
export const onlyPage = (page: Page): Pages => ({ pages: [page], pageParams: [undefined] });

/** A list goes from the newest to the oldest, so what is older than the new first page stays as it is. */
export function withFirstPage(known: Pages, page: Page): Pages {
  const oldest = page.items.at(-1);
  const newestKnown = known.pages[0]?.items[0];
  const gap = page.hasMore && newestKnown !== undefined && oldest !== undefined && oldest.id > newestKnown.id;
  if (!page.hasMore || oldest === undefined || gap) return onlyPage(page);
  const pages = known.pages.map((old, at) => {
    const older = old.items.filter(({ id }) => id < oldest.id);
    return { ...old, items: at === 0 ? [...page.items, ...older] : older };
  });
  return { ...known, pages };
}

/** The same list with a message as it is now, or without it where it no longer belongs there. */
export function withEmail(known: Pages, place: Place, email: Email): Pages {
  const shown = belongs(place, email) ? [email] : [];
  const pages = known.pages.map((page) => ({
    ...page,
    items: page.items.flatMap((item) => (item.id === email.id ? shown : [item])),
  }));
  return { ...known, pages };
}

function belongs({ in: folder, label }: Place, { task, labels }: Email): boolean {
  if (label !== undefined) return labels.includes(label);
  return folder !== 'human' || task?.status === 'needs_human';
}
