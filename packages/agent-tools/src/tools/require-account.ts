import { DomainError } from '@mailroom/errors';

/** An email of another mailbox than the one that is named is not there. @throws not_found */
export function requireAccount(email: { readonly accountId: number }, accountId: number | undefined): void {
  if (accountId === undefined || accountId === email.accountId) return;
  throw new DomainError('not_found', 'There is no such email in this mailbox.', {
    fix: 'Leave accountId out, or list the emails of that mailbox.',
  });
}
