import { useRef, useState } from 'react';
import type { MailroomEvent, StreamReset } from '@mailroom/client';
import { useQueryClient } from '@tanstack/react-query';
import { useLive, type Live } from '../kit/live.js';
import { noticeEnd } from '../kit/session-end.js';
import { renewLists } from './list/list-cache.js';
import { useMailbox } from './own-mailbox.js';

export type Arrivals = { readonly live: Live; readonly count: number; readonly seen: () => void };

/** Follows what comes into the mailbox; lists at their top show it at once, others say how many came. */
export function useArrivals(): Arrivals {
  const { id: accountId } = useMailbox();
  const client = useQueryClient();
  const [count, setCount] = useState(0);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const catchUp = () => {
    const renew = async () => {
      if (isAtTop()) await renewLists(client, accountId);
      await client.invalidateQueries({ queryKey: ['counts', accountId] });
    };
    // A list that cannot be asked for now is asked for with the next event.
    turn.current = turn.current.then(renew).catch((error: unknown) => noticeEnd(client, error));
  };
  const onEvent = ({ type }: MailroomEvent | StreamReset) => {
    // What a list shows at once is seen, and not counted when more comes later.
    if (isAtTop()) setCount(0);
    else if (type === 'email.received') setCount((before) => before + 1);
    catchUp();
  };
  const live = useLive(accountId, onEvent, catchUp);
  return { live, count: isAtTop() ? 0 : count, seen: () => setCount(0) };
}

function isAtTop(): boolean {
  return (document.querySelector('#messages')?.scrollTop ?? 0) < 40;
}
