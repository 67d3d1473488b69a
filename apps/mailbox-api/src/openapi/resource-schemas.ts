import { signalTypes } from '@mailroom/message';
import { emailSchema } from './email-schema.js';
import { errorTypes } from './error-responses.js';
import { string, integer, boolean, nullable, ref, list, object, address, taskStatus } from './schema-parts.js';

const counts = { total: integer, locked: integer, available: integer, expired: integer };
const authenticationResult = {
  enum: ['none', 'pass', 'fail', 'softfail', 'neutral', 'temperror', 'permerror'],
};
const webhook = {
  webhookId: integer,
  userId: integer,
  accountId: nullable('integer'),
  name: string,
  url: string,
  events: list(string),
  status: integer,
  lastStatus: nullable('integer'),
  lastError: nullable('string'),
  lastDeliverTime: nullable('string'),
  createTime: string,
};
const mailbox = {
  id: integer,
  email: { type: 'string', format: 'email' },
  name: string,
  status: { type: 'integer', enum: [0, 1], description: '0 active, 1 disabled' },
  userId: integer,
  allReceive: boolean,
  latestEmailAt: nullable('string'),
  createdAt: string,
};
const token = {
  id: integer,
  accountId: integer,
  userId: integer,
  name: string,
  scopes: list({ type: 'string', enum: ['read', 'send'] }),
  expiresAt: nullable('string'),
  revokedAt: nullable('string'),
  lastUsedAt: nullable('string'),
  createdAt: string,
};

/** The resources of the specification, as answers carry them. */
export const resourceSchemas = {
  Envelope: {
    type: 'object',
    required: ['ok', 'code', 'message', 'requestId', 'data'],
    properties: { ok: boolean, code: integer, message: string, requestId: string, data: {}, meta: { type: 'object' } },
  },
  ErrorEnvelope: {
    allOf: [
      ref('Envelope'),
      {
        type: 'object',
        properties: {
          error: {
            type: 'object',
            required: ['type'],
            properties: {
              type: { type: 'string', enum: errorTypes },
              fix: string,
              errors: list(object({ field: string, message: string })),
              stack: string,
            },
          },
        },
      },
    ],
  },
  Identity: object({
    principal: object({
      type: { type: 'string', enum: ['manager', 'mailbox'] },
      tokenId: integer,
      name: string,
      scopes: list(string),
      expiresAt: nullable('string'),
    }),
    tenantId: string,
    mailboxes: { ...list(ref('Mailbox')), description: 'the newest 50 that the token reaches' },
    hasMoreMailboxes: { type: 'boolean', description: 'whether it reaches more, which GET /mailboxes lists' },
  }),
  Mailbox: object(mailbox),
  MailboxToken: object(token),
  IssuedToken: object({ ...token, token: string }),
  CreatedMailbox: object({ mailbox: ref('Mailbox'), token: ref('IssuedToken') }),
  Attachment: object({
    id: integer,
    emailId: integer,
    accountId: integer,
    filename: nullable('string'),
    mimeType: nullable('string'),
    size: nullable('integer'),
    key: string,
    url: { type: 'string', format: 'uri' },
    disposition: nullable('string'),
    contentId: nullable('string'),
    createdAt: string,
  }),
  AttachmentText: object({
    attachmentId: integer,
    mimeType: string,
    text: string,
    offset: { type: 'integer', description: 'where the text begins, in UTF-16 code units; never inside a character' },
    totalChars: { type: 'integer', description: 'of the whole text, in UTF-16 code units' },
    nextOffset: { ...nullable('integer'), description: 'where the next piece begins; null at the end' },
    truncated: { type: 'boolean', description: 'whether there is more behind this piece' },
  }),
  EmailTask: {
    type: 'object',
    required: ['status', 'reason', 'handledBy', 'handledAt', 'leaseOwner', 'leaseExpiresAt', 'locked'],
    properties: {
      status: taskStatus,
      reason: string,
      handledBy: string,
      handledAt: nullable('string'),
      leaseOwner: string,
      leaseExpiresAt: nullable('string'),
      locked: boolean,
      leaseToken: { type: 'string', description: 'Only for whom the lease was given to.' },
      attempts: integer,
      maxAttempts: integer,
      checkpoint: nullable('string'),
    },
  },
  TaskChange: {
    type: 'object',
    required: ['emailId', 'ok'],
    properties: {
      emailId: integer,
      ok: boolean,
      task: ref('EmailTask'),
      error: {
        type: 'object',
        required: ['type', 'message'],
        properties: { type: string, message: string, fix: string },
      },
    },
  },
  Email: emailSchema,
  Thread: object({
    threadId: string,
    accountId: integer,
    subject: string,
    participants: list(address),
    emailCount: { type: 'integer', description: 'counted up to 1000' },
    unreadCount: integer,
    latestEmailId: integer,
    latestEmailAt: string,
  }),
  FoundEmails: object({
    items: list(ref('Email')),
    nextCursor: nullable('integer'),
    hasMore: boolean,
    unindexed: {
      type: 'integer',
      description:
        'Ready emails of the mailbox that were not searched. A search indexes up to 64 of the latest that wait for their turn; it is 0 unless a flood leaves more, which is counted up to about 1000.',
    },
  }),
  Extractions: object({
    codes: list(
      object({ value: string, confidence: { type: 'number' }, source: { enum: ['subject', 'text', 'html'] } }),
    ),
    links: list(
      object({
        url: string,
        text: string,
        kind: { enum: ['verify', 'reset', 'login', 'unsubscribe', 'other'] },
        hostMatchesSender: boolean,
      }),
    ),
  }),
  WaitedEmail: object({ timedOut: boolean, email: { oneOf: [ref('Email'), { type: 'null' }] } }),
  Trust: {
    ...object({
      spf: authenticationResult,
      dkim: authenticationResult,
      dmarc: authenticationResult,
      arc: authenticationResult,
      verdict: {
        enum: ['trusted', 'neutral', 'suspicious'],
        description:
          'trusted: DMARC passed and there is no signal. suspicious: DMARC failed, or there is a signal other than ' +
          'reply_to_mismatch and authentication_failure. neutral: everything else.',
      },
      signals: list(object({ type: { enum: signalTypes }, detail: { type: 'string', maxLength: 200 } })),
    }),
    description: 'How careful to be with the message; never a reason to do what it says.',
  },
  TaskStats: object({
    accountId: integer,
    userId: integer,
    ...counts,
    byStatus: { type: 'object', additionalProperties: object(counts) },
    lockedByOwner: { type: 'object', additionalProperties: integer },
    expiredByOwner: { type: 'object', additionalProperties: integer },
    generatedAt: string,
  }),
  Webhook: object(webhook),
  CreatedWebhook: object({ ...webhook, secret: string }),
  RotatedWebhook: object({ ...webhook, secret: string, previousSecretUntil: string }),
  WebhookDelivery: object({
    id: integer,
    eventId: string,
    type: string,
    emailId: integer,
    status: { type: 'string', enum: ['pending', 'succeeded', 'failed'] },
    attempts: integer,
    lastStatus: nullable('integer'),
    lastError: nullable('string'),
    nextAttemptAt: nullable('string'),
    createdAt: string,
    finishedAt: nullable('string'),
  }),
  WebhookTest: object({
    eventId: string,
    delivered: boolean,
    status: nullable('integer'),
    error: nullable('string'),
  }),
  AuditEntry: object({
    id: integer,
    actor: { type: 'string', enum: ['manager', 'mailbox', 'operator'] },
    tokenId: nullable('integer'),
    action: { type: 'string', enum: ['token.issued', 'token.revoked', 'mailbox.created', 'mailbox.changed'] },
    targetType: { type: 'string', enum: ['token', 'mailbox'] },
    targetId: string,
    details: { type: 'object' },
    requestId: nullable('string'),
    createdAt: string,
  }),
  Deleted: object({ id: integer }),
  MarkedRead: object({ updated: integer }),
  Suppression: object({
    id: integer,
    address: string,
    reason: { type: 'string', enum: ['bounce', 'complaint'] },
    accountId: integer,
    sourceEmailId: integer,
    smtpStatus: string,
    createdAt: string,
  }),
  Domain: object({
    domain: string,
    status: { type: 'string', enum: ['active'] },
    dkim: object({
      selector: string,
      publicKey: string,
      createdAt: nullable('string'),
      keys: list(
        object({
          selector: string,
          status: { type: 'string', enum: ['active', 'next', 'retired'] },
          createdAt: string,
        }),
      ),
    }),
    records: list(
      object({ type: { type: 'string', enum: ['MX', 'TXT'] }, name: string, value: string, purpose: string }),
    ),
  }),
  LiftedSuppression: object({ address: string }),
  StoredBody: object({ bodyRef: string, expiresAt: string }),
};
