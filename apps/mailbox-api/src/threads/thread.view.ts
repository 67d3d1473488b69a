import type { Thread } from '@mailroom/mail';

/** The resource `Thread`. */
export function threadView({ mailboxId, latestEmailAt, ...thread }: Thread) {
  return { ...thread, accountId: mailboxId, latestEmailAt: latestEmailAt.toISOString() };
}
