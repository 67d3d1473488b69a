import { MAILBOX_SIGN_IN_SECONDS, type SignedInMailbox } from '@mailroom/mail';
import { about, integer, object, resource, string, word, type ValueOf } from '@mailroom/openapi';

export const mailboxSignInResource = resource(
  'MailboxSignIn',
  object({
    access_token: about(string, 'a bearer token for this mailbox, which is shown here and nowhere else'),
    token_type: word(['Bearer']),
    expires_in: about(integer, 'seconds'),
    expires_at: about(string, 'it ends before that with the mailbox, its lease, or a reset of the password'),
    mailbox_id: integer,
    account_id: about(integer, 'the same, as the agent API names it'),
    address: string,
  }),
  {
    access_token: 'mrp_…',
    token_type: 'Bearer',
    expires_in: MAILBOX_SIGN_IN_SECONDS,
    expires_at: '2026-03-01T21:00:00.000Z',
    mailbox_id: 7,
    account_id: 7,
    address: 'calm-otter-42@mailroom.test',
  },
);

export function mailboxSignInView(signedIn: SignedInMailbox): ValueOf<typeof mailboxSignInResource> {
  const { token, expiresAt, mailboxId, address } = signedIn;
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: MAILBOX_SIGN_IN_SECONDS,
    expires_at: expiresAt.toISOString(),
    mailbox_id: mailboxId,
    account_id: mailboxId,
    address,
  };
}
