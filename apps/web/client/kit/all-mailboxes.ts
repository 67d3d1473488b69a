import type { Mailbox } from '@mailroom/client';

/** The most that one answer of the API holds. */
const PAGE = 50;
/** A person who looks after more is shown the newest: each page is one more call. */
export const MOST_MAILBOXES = 1_000;

type Page = { readonly items: readonly Mailbox[]; readonly hasMore: boolean; readonly nextCursor: number | null };
type List = (query: { readonly size: number; readonly cursor?: number }) => Promise<Page>;

/** The mailboxes that somebody reaches, newest first. */
export async function allMailboxes(list: List): Promise<readonly Mailbox[]> {
  const found: Mailbox[] = [];
  let cursor: number | null = null;
  do {
    const page: Page = await list({ size: PAGE, ...(cursor !== null && { cursor }) });
    found.push(...page.items);
    cursor = page.hasMore ? page.nextCursor : null;
  } while (cursor !== null && found.length < MOST_MAILBOXES);
  return found;
}
