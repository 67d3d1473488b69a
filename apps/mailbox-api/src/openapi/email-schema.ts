import { string, integer, boolean, ref, list, object, address } from './schema-parts.js';

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
    recipients: list(object({ address: string, status: string, smtpReply: string, enhancedStatus: string })),
  }),
  description: 'what became of a sent message',
};

/** Fields of the full view, of received or of sent mail alone. */
const sometimes = {
  plainText: string,
  html: string,
  extractedText: {
    type: 'string',
    description:
      'the body without quoted history, signature and forwarded messages; from the HTML where there is no text',
  },
  extractions: ref('Extractions'),
  trust: ref('Trust'),
  truncated: { type: 'boolean', description: 'with maxBodyChars: whether a body was cut' },
  delivery,
  task: ref('EmailTask'),
  attachments: list(ref('Attachment')),
};

export const emailSchema = {
  type: 'object',
  required: Object.keys(always),
  properties: { ...always, ...sometimes },
};
