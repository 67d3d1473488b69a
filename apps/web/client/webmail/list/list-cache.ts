import type { Query, QueryClient } from '@tanstack/react-query';
import { api, readPage, type Place } from '../api.js';
import { onlyPage, withEmail, withFirstPage, type Pages } from './pages.js';

export const listKey = (accountId: number, place: Place) => ['list', accountId, place] as const;

const placeOf = ({ queryKey }: Query): Place => queryKey[2] as Place;
const listsOf = (client: QueryClient, accountId: number) =>
  client.getQueryCache().findAll({ queryKey: ['list', accountId] });

/**
 * Brings the lists up to date when something came. Of the list that is seen only its first page is asked for, however far
 * somebody has scrolled.
 */
export async function renewLists(client: QueryClient, accountId: number): Promise<void> {
  for (const query of listsOf(client, accountId)) {
    const { queryKey } = query;
    if (!query.isActive()) await setAside(client, query);
    else if (placeOf(query).in === 'human') {
      // These are few, and not in the order of their arrival.
      await client.invalidateQueries({ queryKey, exact: true });
    } else {
      const page = await readPage(accountId, placeOf(query), undefined);
      // A page on its way was asked for with what was known before; a next one is asked for again.
      await client.cancelQueries({ queryKey, exact: true });
      client.setQueryData<Pages>(queryKey, (known) => (known ? withFirstPage(known, page) : onlyPage(page)));
    }
  }
}

/** A list that nobody sees keeps its first page, and is asked for again when it is opened. */
async function setAside(client: QueryClient, { queryKey }: Query): Promise<void> {
  client.setQueryData<Pages>(queryKey, (known) => known && { pages: known.pages.slice(0, 1), pageParams: [undefined] });
  await client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** Shows a message as it is now, or no longer, in the list that is seen. */
export async function renewListed(client: QueryClient, accountId: number, emailId: number): Promise<void> {
  const email = await api.getEmail(emailId);
  for (const query of listsOf(client, accountId)) {
    if (!query.isActive()) await setAside(client, query);
    else client.setQueryData<Pages>(query.queryKey, (known) => known && withEmail(known, placeOf(query), email));
  }
}
