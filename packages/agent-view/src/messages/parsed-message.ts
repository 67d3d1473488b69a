import type { Email, EmailContent, Readers } from '@mailroom/mail';
import {
  about,
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  resource,
  string,
  word,
  type ValueOf,
} from '@mailroom/openapi';
import { emailResource } from '../emails/email.js';
import { encryptionOf, encryptionView } from '../emails/encryption.js';
import { snakeEncryptionFields, snakeEncryptionView } from '../emails/snake-encryption.js';

const code = object({ value: string, confidence: about({ type: 'number' as const }, 'from 0 to 1'), source: string });
const link = object({
  url: string,
  text: string,
  kind: oneOf(['verify', 'reset', 'login', 'unsubscribe', 'other']),
  host_matches_sender: boolean,
});

/** A received message as agents with a wallet see it: what they came for stands first. */
export const parsedMessageResource = resource(
  'ParsedMessage',
  object({
    message_id: about(string, 'names the message; its number is the id of the email in the agent API'),
    mailbox_id: integer,
    otp_code: about(nullable('string'), 'the best one-time code in it'),
    verification_link: about(nullable('string'), 'the best link to verify, sign in or reset with'),
    sender: string,
    sender_domain: string,
    subject: string,
    snippet: string,
    received_at: string,
    codes: about(list(code), 'the best first'),
    links: list(link),
    parsed_status: about(word(['parsed', 'failed']), 'failed: the message could not be read'),
    ...snakeEncryptionFields,
  }),
  {
    message_id: '1042',
    mailbox_id: 7,
    otp_code: '493817',
    verification_link: 'https://shop.example/verify?token=5f2c',
    sender: 'no-reply@shop.example',
    sender_domain: 'shop.example',
    subject: 'Your code',
    snippet: 'Your code is 493817.',
    received_at: '2026-03-01T09:00:00.000Z',
    codes: [{ value: '493817', confidence: 0.98, source: 'text' }],
    links: [
      { url: 'https://shop.example/verify?token=5f2c', text: 'Verify', kind: 'verify', host_matches_sender: true },
    ],
    parsed_status: 'parsed',
    ...snakeEncryptionView(encryptionOf(emailResource.example)),
    body_available: false,
  },
);

export type ParsedMessage = ValueOf<typeof parsedMessageResource>;

type Extractions = EmailContent['extractions'];

/** Bodies are not shown here, only what is found in them. */
export function parsedMessageView(
  email: Email,
  extractions: Extractions,
  readers: Readers,
  baseUrl: string,
): ParsedMessage {
  const { links = [], codes = [] } = extractions ?? {};
  const sender = email.from.email;
  return {
    message_id: String(email.id),
    mailbox_id: email.mailboxId,
    otp_code: email.verificationCode || null,
    verification_link: bestLink(links),
    sender,
    sender_domain: sender.slice(sender.lastIndexOf('@') + 1),
    subject: email.subject,
    snippet: email.snippet,
    received_at: email.createdAt.toISOString(),
    codes: codes.map(({ value, confidence, source }) => ({ value, confidence, source })),
    links: links.map(({ url, text, kind, hostMatchesSender }) => {
      return { url, text, kind, host_matches_sender: hostMatchesSender };
    }),
    parsed_status: email.status === 'parse_failed' ? 'failed' : 'parsed',
    ...snakeEncryptionView(encryptionView(email, readers, { showsBody: false, baseUrl })),
  };
}

const actions = ['verify', 'login', 'reset'] as const;

/** One that leads to the sender's own host comes before all others. */
function bestLink(links: NonNullable<Extractions>['links']): string | null {
  const ranked = [true, false].flatMap((ownHost) =>
    actions.map((action) =>
      links.find(({ kind, hostMatchesSender }) => kind === action && hostMatchesSender === ownHost),
    ),
  );
  return ranked.find((link) => link !== undefined)?.url ?? null;
}
