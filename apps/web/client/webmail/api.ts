import { MailroomClient, type Data } from '@mailroom/client';
import { throughOwnServer } from '../kit/own-fetch.js';

export const api = new MailroomClient(throughOwnServer);

export type Email = Data<'getEmail'>;
export type Draft = Data<'getDraft'>;

const [RECEIVED, SENT] = [0, 1] as const;
export const PAGE_SIZE = 50;

/** Which messages a list shows. */
export type Place = {
  readonly in?: string | undefined;
  readonly label?: string | undefined;
  readonly q?: string | undefined;
};

export const folders = [
  { id: 'inbox', name: 'Inbox', icon: 'inbox' },
  { id: 'human', name: 'Needs a human', icon: 'person' },
  { id: 'drafts', name: 'Drafts', icon: 'draft' },
  { id: 'sent', name: 'Sent', icon: 'send' },
  { id: 'all', name: 'All mail', icon: 'folder' },
] as const;

/** The folder that a list shows; undefined where it shows a search or a label. */
export const folderOf = ({ in: folder = 'inbox', label, q }: Place): string | undefined =>
  q === undefined && label === undefined ? folder : undefined;

export function nameOf({ in: folder = 'inbox', label, q }: Place): string {
  if (q !== undefined) return `Search: ${q}`;
  if (label !== undefined) return label;
  return folders.find(({ id }) => id === folder)?.name ?? 'Inbox';
}

/** A page of a list, newest first. */
export async function readPage(accountId: number, place: Place, cursor: number | undefined) {
  const page = { accountId, size: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
  if (place.q !== undefined) return api.searchEmails({ ...page, q: place.q });
  if (place.label !== undefined) return api.listEmails({ ...page, label: place.label });
  if (place.in === 'human') return api.listTasks({ ...page, status: 'needs_human' });
  if (place.in === 'all') return api.listEmails(page);
  return api.listEmails({ ...page, type: place.in === 'sent' ? SENT : RECEIVED });
}
