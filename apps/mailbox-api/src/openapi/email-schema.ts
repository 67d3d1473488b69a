import { string, integer, boolean, nullable, ref, list, object, address } from './schema-parts.js';

const emailStatuses = [
  ...[
    'received',
    'parse_failed',
    'queued',
    'sent',
    'delivered',
    'delayed',
    'bounced',
    'complained',
    'failed',
    'unknown',
  ],
];

/** Fields that every view of every email has. */
const always = {
  id: integer,
  accountId: integer,
  userId: integer,
  direction: { type: 'string', enum: ['received', 'sent'] },
  status: { type: 'string', enum: emailStatuses },
  unread: boolean,
  from: address,
  to: list(address),
  cc: list(address),
  bcc: list(address),
  replyTo: list(address),
  subject: string,
  snippet: string,
  encrypted: boolean,
  bodyAvailable: boolean,
  decryptRequired: boolean,
  decryptStatus: string,
  decryptHint: string,
  decryptAction: string,
  requiredHeaders: list(string),
  docsUrl: string,
  canDecryptLocally: boolean,
  oldMessageRecoverable: boolean,
  localBridgeRuntimeRequired: boolean,
  plaintextAvailableOnlyInPluginBridge: boolean,
  localBridgeDecryptionAttempted: boolean,
  encryptionKeyId: string,
  agentEnvelopeAvailable: boolean,
  verificationCode: { type: 'string', description: 'the best one-time code in it, or ""' },
  messageId: string,
  inReplyTo: string,
  threadId: string,
  providerMessageId: string,
  errorMessage: string,
  labels: list(string),
  date: {
    ...nullable('string'),
    description: 'what the Date header says, as an instant; null where it says nothing sure',
  },
  createdAt: string,
  attachmentCount: integer,
};

const delivery = {
  ...object({
    emailId: integer,
    accountId: integer,
    status: string,
    providerMessageId: string,
    messageId: string,
    createdAt: string,
    from: address,
    to: list(address),
    cc: list(address),
    bcc: list(address),
    idempotencyKeyEcho: string,
    captured: boolean,
    recipientSource: {
      type: 'string',
      enum: ['request', 'from', 'replyTo'],
      description: 'where the recipients came from: the request, or the From or Reply-To of the answered email',
    },
    recipients: list(object({ address: string, status: string, smtpReply: string, enhancedStatus: string })),
  }),
  description: 'what became of a sent message',
};

/** Fields that only the full view has, or only received or only sent mail. */
const sometimes = {
  plainText: { type: 'string', description: 'made from the HTML where the message has no text: see plainTextSource' },
  plainTextSource: { type: 'string', enum: ['text', 'html'] },
  html: string,
  extractedText: {
    type: 'string',
    description:
      'the body without quoted history, signature and forwarded messages; from the HTML where there is no text',
  },
  extractions: ref('Extractions'),
  trust: ref('Trust'),
  headers: {
    ...list(object({ name: string, value: string })),
    description:
      'the header fields in their order, unfolded and with encoded words decoded; the first 200, 32 KiB of them, and 4 KiB ' +
      'of each value; GET /emails/{emailId}/raw has all; [] for older mail',
  },
  truncated: {
    type: 'boolean',
    description:
      'whether bodies are cut to maxBodyChars, or, with the links, left out of an answer of several emails that has 4 MiB ' +
      'of bodies already; GET /emails/{emailId} has them whole',
  },
  delivery,
  task: ref('EmailTask'),
  attachments: list(ref('Attachment')),
};

export const emailSchema = {
  type: 'object',
  required: Object.keys(always),
  properties: { ...always, ...sometimes },
};
