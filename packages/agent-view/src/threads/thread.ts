import type { Thread } from '@mailroom/mail';
import { about, integer, list, object, resource, string, type ValueOf } from '@mailroom/openapi';
import { address } from '../schema/address.js';
import { at } from '../schema/example-times.js';

export const threadResource = resource(
  'Thread',
  object({
    threadId: string,
    accountId: integer,
    subject: string,
    participants: list(address),
    emailCount: about(integer, 'counted up to 1000'),
    unreadCount: integer,
    latestEmailId: integer,
    latestEmailAt: string,
  }),
  {
    threadId: 'thr_9mQzT2kJ',
    accountId: 7,
    subject: 'Which gear first?',
    participants: [
      { email: 'ada@example.org', name: 'Ada Lovelace' },
      { email: 'support@mailroom.test', name: 'Support' },
    ],
    emailCount: 2,
    unreadCount: 1,
    latestEmailId: 1042,
    latestEmailAt: at,
  },
);

export type ThreadResource = ValueOf<typeof threadResource>;

export function threadView(thread: Thread): ThreadResource {
  return {
    threadId: thread.threadId,
    accountId: thread.mailboxId,
    subject: thread.subject,
    participants: thread.participants,
    emailCount: thread.emailCount,
    unreadCount: thread.unreadCount,
    latestEmailId: thread.latestEmailId,
    latestEmailAt: thread.latestEmailAt.toISOString(),
  };
}
