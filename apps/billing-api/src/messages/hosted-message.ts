import {
  emailResource,
  encryptedContent,
  encryptionFields,
  encryptionOf,
  type EmailResource,
} from '@mailroom/agent-view';
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
import { emailStatuses } from '@mailroom/mail';

const address = object({ email: string, name: string });
const link = object({
  url: string,
  text: string,
  kind: oneOf(['verify', 'reset', 'login', 'unsubscribe', 'other']),
  hostMatchesSender: boolean,
});
const attachment = object({
  attachmentId: string,
  filename: nullable('string'),
  contentType: nullable('string'),
  size: nullable('integer'),
  url: about({ ...string, format: 'uri' }, 'its bytes, for the same token'),
});

export const hostedMessageResource = resource(
  'Message',
  object(
    {
      messageId: about(string, 'names the message in these routes'),
      threadId: string,
      direction: word(['received', 'sent']),
      status: word(emailStatuses),
      unread: boolean,
      from: address,
      to: list(address),
      cc: list(address),
      bcc: list(address),
      replyTo: list(address),
      subject: string,
      text: about(string, 'made from the HTML where the message has no text'),
      html: string,
      snippet: string,
      otpCode: about(nullable('string'), 'the best one-time code in it'),
      links: list(link),
      attachmentCount: integer,
      attachments: list(attachment),
      ...encryptionFields,
      truncated: about(boolean, 'whether text, html and links are left out of a list that has 4 MiB of them already'),
      internetMessageId: about(string, 'the Message-ID field (RFC 5322)'),
      inReplyTo: string,
      receivedAt: about(string, 'when it was received, or submitted'),
    },
    { encryptedContent: about(encryptedContent, 'only for the bridge of an agent') },
  ),
  {
    messageId: '1042',
    threadId: 'thr_9mQzT2kJ',
    direction: 'received',
    status: 'received',
    unread: true,
    from: { email: 'no-reply@shop.example', name: 'Shop' },
    to: [{ email: 'quiet-otter-417@mailroom.test', name: '' }],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: 'Your code',
    text: 'Your code is 493817.\n',
    html: '',
    snippet: 'Your code is 493817.',
    otpCode: '493817',
    links: [],
    attachmentCount: 1,
    attachments: [
      {
        attachmentId: '31',
        filename: 'terms.pdf',
        contentType: 'application/pdf',
        size: 18_231,
        url: 'http://localhost:8080/api/agent/v1/attachments/31/content',
      },
    ],
    ...encryptionOf(emailResource.example),
    truncated: false,
    internetMessageId: '<5f2c@shop.example>',
    inReplyTo: '',
    receivedAt: '2026-03-01T09:00:00.000Z',
  },
);

type HostedMessage = ValueOf<typeof hostedMessageResource>;

/** The full view of an email, in this surface's words. */
export function hostedMessageView(email: EmailResource): HostedMessage {
  return {
    messageId: String(email.id),
    threadId: email.threadId,
    direction: email.direction,
    status: email.status,
    unread: email.unread,
    from: email.from,
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    replyTo: email.replyTo,
    subject: email.subject,
    text: email.plainText ?? '',
    html: email.html ?? '',
    snippet: email.snippet,
    otpCode: email.verificationCode || null,
    links: email.extractions?.links ?? [],
    attachmentCount: email.attachmentCount,
    attachments: (email.attachments ?? []).map(({ id, filename, mimeType, size, url }) => {
      return { attachmentId: String(id), filename, contentType: mimeType, size, url };
    }),
    ...encryptionOf(email),
    ...(email.encryptedContent && { encryptedContent: email.encryptedContent }),
    truncated: email.truncated ?? false,
    internetMessageId: email.messageId,
    inReplyTo: email.inReplyTo,
    receivedAt: email.createdAt,
  };
}
