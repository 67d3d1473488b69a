import { useQuery } from '@tanstack/react-query';
import { api, PAGE_SIZE } from '../api.js';
import { useMailbox } from '../own-mailbox.js';

type DraftPage = Awaited<ReturnType<typeof api.listDrafts>>;

/** All drafts of a mailbox: it may have a hundred, and an answer has fifty. */
async function readDrafts(accountId: number): Promise<DraftPage['items']> {
  const items: DraftPage['items'] = [];
  let cursor: number | undefined;
  do {
    const page = await api.listDrafts({ accountId, size: PAGE_SIZE, ...(cursor !== undefined && { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

/** What was begun and not sent; the list and the number beside its folder are of one answer. */
export function useDrafts() {
  const { id: accountId } = useMailbox();
  return useQuery({ queryKey: ['drafts', accountId], queryFn: () => readDrafts(accountId) });
}
