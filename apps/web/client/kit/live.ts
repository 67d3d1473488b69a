import { useEffect, useEffectEvent, useState } from 'react';
import { MailroomClient, type MailroomEvent, type StreamReset } from '@mailroom/client';
import { useQueryClient } from '@tanstack/react-query';
import { ownFetch, throughOwnServer } from './own-fetch.js';
import { noticeEnd } from './session-end.js';

export type Live = 'connecting' | 'on' | 'off';

const nothing = () => undefined;

/**
 * Follows what happens in a mailbox, or in all of them; tells whether the connection stands.
 * @param onOpen is called each time that it does: what came before is told by nobody
 */
export function useLive(
  accountId: number | undefined,
  onEvent: (event: MailroomEvent | StreamReset) => void,
  onOpen: () => void = nothing,
): Live {
  const [live, setLive] = useState<Live>('connecting');
  const queries = useQueryClient();
  const tell = useEffectEvent(onEvent);
  const tellOpen = useEffectEvent(onOpen);
  useEffect(() => {
    const over = new AbortController();
    const watched: typeof fetch = async (input, init) => {
      try {
        const answer = await ownFetch(input, init);
        if (over.signal.aborted) return answer;
        setLive(answer.ok ? 'on' : 'off');
        if (answer.ok) tellOpen();
        return answer;
      } catch (error) {
        if (!over.signal.aborted) setLive('off');
        throw error;
      }
    };
    const client = new MailroomClient({ ...throughOwnServer, fetch: watched });
    const follow = async () => {
      const query = accountId === undefined ? {} : { accountId };
      for await (const event of client.events(query, { signal: over.signal })) tell(event);
    };
    follow().catch((error: unknown) => {
      if (over.signal.aborted) return;
      setLive('off');
      noticeEnd(queries, error);
    });
    return () => over.abort();
  }, [accountId, queries]);
  return live;
}
