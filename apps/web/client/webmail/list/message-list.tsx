import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Button } from '../../kit/button.js';
import { Empty, SkeletonRows } from '../../kit/empty.js';
import { failureOf } from '../../kit/failure.js';
import { ErrorNote } from '../../kit/note.js';
import { counted } from '../../kit/plural.js';
import { useRoving } from '../../kit/roving.js';
import { readPage, type Email, type Place } from '../api.js';
import type { Arrivals } from '../arrivals.js';
import { useHotkeys } from '../../kit/hotkeys.js';
import { useMailbox } from '../own-mailbox.js';
import { listKey, renewLists } from './list-cache.js';
import { MessageRow } from './message-row.js';

type MessageListProps = { readonly place: Place; readonly arrivals: Arrivals };

const NARROW = '(max-width: 720px)';
const rowHeight = () => (matchMedia(NARROW).matches ? 86 : 78);
/** Rows beyond the edge, so that quick scrolling shows no gaps. */
const OVERSCAN = 8;

function useMessages(place: Place) {
  const { id: accountId } = useMailbox();
  const query = useInfiniteQuery({
    queryKey: listKey(accountId, place),
    // The events say when it is no longer true.
    staleTime: Infinity,
    queryFn: ({ pageParam }) => readPage(accountId, place, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextCursor, hasMore }) => (hasMore ? (nextCursor ?? undefined) : undefined),
  });
  const emails = useMemo(() => query.data?.pages.flatMap(({ items }): readonly Email[] => items) ?? [], [query.data]);
  return { ...query, emails };
}

type Asked = ReturnType<typeof useMessages>;

/** Gets more before somebody who scrolls is at the end. */
function useNextPage(asked: Asked, last: number): void {
  const { emails, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = asked;
  // One that failed is asked for again by the person, not by itself at once.
  const canAsk = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (canAsk && last >= emails.length - OVERSCAN) void fetchNextPage();
  }, [canAsk, last, emails.length, fetchNextPage]);
}

function NextPageFailed({ asked: { error, isFetchNextPageError, fetchNextPage } }: { readonly asked: Asked }) {
  const again = (
    <Button size="s" onPress={() => void fetchNextPage()}>
      Show more
    </Button>
  );
  return isFetchNextPageError && <ErrorNote error={error} action={again} />;
}

/** Where in the list the open message stands; -1 if it is not in it. */
function useOpened(emails: readonly Email[]): { readonly pathname: string; readonly at: number } {
  const { pathname } = useLocation();
  return { pathname, at: emails.findIndex(({ id }) => pathname === `/messages/${id}`) };
}

/** `j` and `k` open what comes after and before the open message. */
function useNextAndPrevious(emails: readonly Email[], at: number, place: Place): void {
  const navigate = useNavigate();
  const move = (step: 1 | -1) => {
    const next = emails[at < 0 ? 0 : at + step];
    if (next) void navigate({ to: '/messages/$emailId', params: { emailId: String(next.id) }, search: place });
  };
  useHotkeys({ j: () => move(1), k: () => move(-1) });
}

/** However many messages there are, only the rows that are seen are in the page. */
export function MessageList({ place, arrivals }: MessageListProps) {
  const asked = useMessages(place);
  const { emails, isPending } = asked;
  const { id: accountId } = useMailbox();
  const client = useQueryClient();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: emails.length,
    getScrollElement: () => scroller.current,
    estimateSize: rowHeight,
    overscan: OVERSCAN,
  });
  // Rows are higher on a phone, and a window can become one.
  useEffect(() => {
    const narrow = matchMedia(NARROW);
    const measure = () => rows.measure();
    narrow.addEventListener('change', measure);
    return () => narrow.removeEventListener('change', measure);
  }, [rows]);
  const shown = rows.getVirtualItems();
  const opened = useOpened(emails);
  useNextPage(asked, Math.max(shown.at(-1)?.index ?? 0, opened.at));
  useNextAndPrevious(emails, opened.at, place);
  const showOpened = useEffectEvent(() => {
    if (opened.at >= 0) rows.scrollToIndex(opened.at, { align: 'auto' });
  });
  // Whoever goes through messages by key sees where in the list they are.
  useEffect(() => showOpened(), [opened.pathname]);
  const roving = useRoving(scroller);
  const showNew = async () => {
    scroller.current?.scrollTo({ top: 0 });
    arrivals.seen();
    await renewLists(client, accountId);
  };
  const failure = failureOf(asked);
  if (failure) return <ErrorNote error={failure} />;
  if (isPending) return <SkeletonRows />;
  if (emails.length === 0) return <NothingHere place={place} />;
  return (
    <>
      {arrivals.count > 0 && (
        <Button size="s" onPress={() => void showNew()}>
          {counted(arrivals.count, 'new message')}
        </Button>
      )}
      <NextPageFailed asked={asked} />
      <div ref={scroller} {...roving} id="messages" className="rows" role="region" aria-label="List of messages">
        <ol className="items" style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, start, key }) => {
            const email = emails[index];
            return (
              email && (
                <MessageRow key={key} email={email} place={place} top={start} at={index + 1} of={emails.length} />
              )
            );
          })}
        </ol>
      </div>
    </>
  );
}

function NothingHere({ place }: { readonly place: Place }) {
  const { email } = useMailbox();
  if (place.q !== undefined) {
    return (
      <Empty title="Nothing was found">
        Words are looked for in sender, recipients, subject and text. <code>from:ada</code>,{' '}
        <code>subject:invoice</code> and <code>has:attachment</code> narrow it down.
      </Empty>
    );
  }
  if (place.label !== undefined)
    return <Empty title="Nothing has this label">The button “Label” above a message gives it one.</Empty>;
  if (place.in === 'human') return <Empty title="Nothing waits for a person">What an agent gives up comes here.</Empty>;
  if (place.in === 'sent')
    return <Empty title="Nothing was sent yet">What you and the agents send is kept here.</Empty>;
  return (
    <Empty title="No mail yet" command={email} what="address">
      Mail to this address arrives here by itself, within a second of its being sent.
    </Empty>
  );
}
