import {
  emailStatuses,
  type Attachment,
  type Email,
  type EmailContent,
  type Mailbox,
  type Readers,
  type ReleasedContent,
} from '@mailroom/mail';
import { isCutText } from '@mailroom/message';
import {
  about,
  boolean,
  integer,
  list,
  nullable,
  object,
  ref,
  resource,
  string,
  type ValueOf,
  word,
} from '@mailroom/openapi';
import { attachmentResource, attachmentView } from '../attachments/attachment.js';
import { address } from '../schema/address.js';
import { at } from '../schema/example-times.js';
import { emailTaskResource, type EmailTaskResource } from '../tasks/email-task.js';
import { taskChangeResource } from '../tasks/task-change.js';
import { deliverySchema, type DeliveryView } from './delivery.js';
import { encryptedContent, encryptedContentView, encryptionFields, encryptionView } from './encryption.js';
import { extractionsResource } from './extractions.js';
import { trustResource, trustView } from './trust.js';

/** Fields that every view of every email has. */
const always = {
  id: integer,
  accountId: integer,
  userId: integer,
  direction: word(['received', 'sent']),
  status: word(emailStatuses),
  unread: boolean,
  from: address,
  to: list(address),
  cc: list(address),
  bcc: list(address),
  replyTo: list(address),
  subject: string,
  snippet: string,
  ...encryptionFields,
  verificationCode: about(string, 'the best one-time code in it, or ""'),
  messageId: string,
  inReplyTo: string,
  threadId: string,
  providerMessageId: string,
  errorMessage: string,
  labels: list(string),
  date: about(nullable('string'), 'what the Date header says, as an instant; null where it says nothing sure'),
  createdAt: string,
  attachmentCount: integer,
};

/** Fields that only the full view has, or only received or only sent mail. */
const sometimes = {
  plainText: about(string, 'made from the HTML where the message has no text: see plainTextSource'),
  plainTextSource: word(['text', 'html']),
  html: string,
  extractedText: about(
    string,
    'the body without quoted history, signature and forwarded messages; from the HTML where there is no text',
  ),
  extractions: ref(extractionsResource),
  trust: ref(trustResource),
  headers: about(
    list(object({ name: string, value: string })),
    'the header fields in their order, unfolded and with encoded words decoded; the first 200, 32 KiB of them, and 4 KiB ' +
      'of each value; GET /emails/{emailId}/raw has all; [] for older mail',
  ),
  truncated: about(
    boolean,
    'whether bodies are cut to maxBodyChars, or, with the links, left out of an answer of several emails that has 4 MiB ' +
      'of bodies already, which GET /emails/{emailId} shows; or whether a text or HTML has more than the 4,194,304 ' +
      'characters that are kept of it: GET /emails/{emailId}/raw has all',
  ),
  encryptedContent: about(
    encryptedContent,
    'only for the bridge of an agent that asks with the headers that requiredHeaders names',
  ),
  delivery: deliverySchema,
  task: ref(emailTaskResource),
  completion: about(ref(taskChangeResource), 'only of claim-next with complete: what became of the task before'),
  attachments: list(ref(attachmentResource)),
};

export const emailResource = resource('Email', object(always, sometimes), {
  id: 1042,
  accountId: 7,
  userId: 3,
  direction: 'received',
  status: 'received',
  unread: true,
  from: { email: 'ada@example.org', name: 'Ada Lovelace' },
  to: [{ email: 'support@mailroom.test', name: 'Support' }],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: 'Which gear first?',
  plainText: 'Which gear do I turn first?\n',
  plainTextSource: 'text',
  html: '',
  extractedText: 'Which gear do I turn first?',
  snippet: 'Which gear do I turn first?',
  encrypted: false,
  bodyAvailable: true,
  decryptRequired: false,
  decryptStatus: 'not_encrypted',
  decryptHint: '',
  decryptAction: '',
  requiredHeaders: [],
  docsUrl: '',
  canDecryptLocally: false,
  oldMessageRecoverable: false,
  localBridgeRuntimeRequired: false,
  plaintextAvailableOnlyInPluginBridge: false,
  localBridgeDecryptionAttempted: false,
  encryptionKeyId: '',
  agentEnvelopeAvailable: false,
  verificationCode: '',
  extractions: { codes: [], links: [] },
  trust: trustResource.example,
  messageId: '<5f2c@example.org>',
  inReplyTo: '',
  threadId: 'thr_9mQzT2kJ',
  providerMessageId: '',
  errorMessage: '',
  labels: ['customer'],
  date: at,
  headers: [
    { name: 'From', value: 'Ada <ada@example.org>' },
    { name: 'List-Unsubscribe', value: '<https://example.org/leave>' },
  ],
  createdAt: at,
  attachmentCount: 1,
  attachments: [attachmentResource.example],
  task: emailTaskResource.example,
});

export type EmailResource = ValueOf<typeof emailResource>;

export type EmailViewInput = {
  readonly email: Email;
  readonly mailbox: Pick<Mailbox, 'userId'>;
  /** Who can read it, if it is encrypted. */
  readonly readers: Readers;
  /** For the bridge that asks. */
  readonly released?: ReleasedContent | undefined;
  /** Null in the summary view, and for a message that could not be parsed. */
  readonly content: EmailContent | null;
  readonly attachments: readonly Attachment[];
  readonly task?: EmailTaskResource | undefined;
  readonly delivery?: DeliveryView | undefined;
};

export type EmailViewName = 'summary' | 'full';
export type EmailViewOptions = { readonly view: EmailViewName; readonly baseUrl: string };

/** The resource `Email` (specification 1, "Email"). */
export function emailView(input: EmailViewInput, { view, baseUrl }: EmailViewOptions): EmailResource {
  const { email, mailbox, content, attachments, task, delivery } = input;
  const released = view === 'full' ? input.released : undefined;
  return {
    id: email.id,
    accountId: email.mailboxId,
    userId: mailbox.userId,
    direction: email.direction,
    status: email.status,
    unread: email.unread,
    from: email.from,
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    replyTo: email.replyTo,
    subject: email.subject,
    ...(view === 'full' && bodyView(content)),
    ...(view === 'full' && email.direction === 'received' && isCut(content) && { truncated: true }),
    snippet: email.snippet,
    ...encryptionView(email, input.readers, { showsBody: view === 'full', baseUrl, released }),
    ...(released && { encryptedContent: encryptedContentView(email, released, baseUrl) }),
    verificationCode: email.verificationCode,
    ...(view === 'full' && findingsView(email, content)),
    messageId: email.messageId,
    inReplyTo: email.inReplyTo,
    threadId: email.threadId,
    providerMessageId: email.providerMessageId,
    errorMessage: email.errorMessage,
    labels: email.labels,
    date: email.sentAt?.toISOString() ?? null,
    createdAt: email.createdAt.toISOString(),
    attachmentCount: email.attachmentCount,
    ...(view === 'full' && { attachments: attachments.map((file) => attachmentView(file, email.mailboxId, baseUrl)) }),
    ...(delivery !== undefined && { delivery }),
    ...(task !== undefined && { task }),
  };
}

type BodyView = Pick<EmailResource, 'plainText' | 'plainTextSource' | 'html' | 'extractedText'>;

function bodyView(content: EmailContent | null): BodyView {
  const plainText = content?.plainText ?? '';
  const plainTextSource = content?.plainTextSource ?? 'text';
  return { plainText, plainTextSource, html: content?.html ?? '', extractedText: content?.extractedText ?? plainText };
}

function isCut(content: EmailContent | null): boolean {
  return content !== null && (isCutText(content.plainText) || isCutText(content.html));
}

function findingsView(
  email: Email,
  content: EmailContent | null,
): Pick<EmailResource, 'extractions' | 'trust' | 'headers'> {
  return {
    extractions: content?.extractions ?? { codes: [], links: [] },
    trust: trustView(email, content),
    headers: content?.headers ?? [],
  };
}
