import type { QueryClient } from '@tanstack/react-query';
import { endSession } from './session-end.js';

/** The other tabs of this interface, which have the same session. */
const tabs = new BroadcastChannel(`mailroom ${document.baseURI}`);

/** Tells them that somebody signed in or out here. */
export const tellOtherTabs = () => tabs.postMessage('session');

/**
 * Follows what they tell: a page shows nothing of whoever was signed in, and does nothing for them in the name of somebody
 * else. What was being written is kept for the same mailbox, as at any end of a session.
 */
export function followOtherTabs(client: QueryClient): void {
  tabs.addEventListener('message', () => {
    endSession(client);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    void client.invalidateQueries({ queryKey: ['session'] });
  });
}
