import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api } from './api.js';
import { renewLists } from './list/list-cache.js';
import { useMailbox } from './own-mailbox.js';

export type Arrivals = { readonly live: boolean; readonly count: number; readonly seen: () => void };

/** Follows what comes into the mailbox; lists at their top show it at once, others say how many came. */
export function useArrivals(): Arrivals {
  const { id: accountId } = useMailbox();
  const client = useQueryClient();
  const [live, setLive] = useState(true);
  const [count, setCount] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const follow = async () => {
      for await (const { type } of api.events({ accountId }, { signal: stop.signal })) {
        if (type === 'email.received') setCount((before) => before + 1);
        if (isAtTop()) await renewLists(client, accountId);
        await client.invalidateQueries({ queryKey: ['counts', accountId] });
      }
    };
    follow().catch(() => setLive(false));
    return () => stop.abort();
  }, [accountId, client]);
  return { live, count: isAtTop() ? 0 : count, seen: () => setCount(0) };
}

function isAtTop(): boolean {
  return (document.querySelector('#messages')?.scrollTop ?? 0) < 40;
}
