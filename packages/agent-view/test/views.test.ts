import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@mailroom/errors';
import type { IssuedToken, Principal } from '@mailroom/identity';
import type { Attachment, Email, EmailContent, Mailbox, Readers } from '@mailroom/mail';
import type { Task } from '@mailroom/tasks';
import type { InspectedDelivery, RotatedWebhook } from '@mailroom/webhooks';
import { deliveryView } from '../src/emails/delivery.js';
import { emailView, type EmailViewInput } from '../src/emails/email.js';
import { withoutBodies } from '../src/emails/cut-bodies.js';
import * as api from '../src/index.js';
import { taskView } from '../src/tasks/email-task.js';
import { problemsOf } from './resource-check.js';

const now = new Date('2026-03-01T09:00:00Z');
const mailbox: Mailbox = {
  id: 7,
  tenantId: 'tnt_test',
  userId: 3,
  address: 'support@mailroom.test',
  domain: 'mailroom.test',
  name: 'Support',
  status: 0,
  allReceive: false,
  encryption: 'none' as const,
  sealBeforeExtraction: false,
  createdAt: now,
};
const email: Email = {
  id: 1042,
  mailboxId: 7,
  direction: 'received',
  status: 'received',
  unread: true,
  rawId: 'raw_1',
  recipient: 'support@mailroom.test',
  from: { email: 'ada@example.org', name: 'Ada' },
  to: [],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: 'Which gear first?',
  snippet: 'Which gear',
  messageId: '<5f2c@example.org>',
  inReplyTo: '',
  threadId: 'thr_1',
  encrypted: false,
  encryptedFor: [],
  pgpSignature: null,
  verificationCode: '',
  hasBody: true,
  attachmentCount: 1,
  providerMessageId: '',
  errorMessage: '',
  captured: false,
  labels: [],
  sentAt: null,
  createdAt: now,
};
const webhookDelivery: InspectedDelivery = {
  id: 88,
  mailboxId: 7,
  eventId: 'evt',
  type: 'email.received',
  emailId: 1042,
  status: 'pending',
  attempts: 0,
  lastStatus: null,
  lastError: null,
  nextAttemptAt: now,
  createdAt: now,
  finishedAt: null,
  url: 'https://agent.example/hook',
  tries: [{ at: now.toISOString(), status: null, error: 'ECONNREFUSED', tookMs: 3, answer: null }],
  data: null,
  occurredAt: now,
};
const content: EmailContent = {
  plainText: 'Which gear do I turn first?',
  plainTextSource: 'text',
  html: '',
  references: [],
  headers: [{ name: 'From', value: 'ada@example.org' }],
  authentication: { spf: 'pass', dkim: 'permerror', dmarc: 'fail', arc: 'none' },
  extractions: { codes: [{ value: '123456', confidence: 0.9, source: 'text', signals: [] }], links: [] },
  extractedText: null,
  trust: { verdict: 'suspicious', signals: [{ type: 'authentication_failure', detail: 'DMARC failed.' }] },
};
const task: Task = {
  emailId: 1042,
  mailboxId: 7,
  status: 'processing',
  reason: '',
  handledBy: '',
  handledAt: null,
  leaseOwner: 'agent-1',
  leaseToken: 'lse_1',
  leaseExpiresAt: now,
  locked: true,
  attempts: 1,
  maxAttempts: 5,
  checkpoint: null,
};
const attachment: Attachment = {
  id: 31,
  emailId: 1042,
  mailboxId: 7,
  filename: null,
  mimeType: 'application/pdf',
  size: 18,
  disposition: null,
  contentId: null,
  key: 'att_1',
  createdAt: now,
  part: { offset: 0, length: 18, encoding: 'base64' },
};
const delivery = {
  idempotencyKey: 'order-77',
  recipientSource: 'request' as const,
  recipients: [{ address: 'ada@example.org', status: 'sent', smtpReply: '250 2.0.0 ok', enhancedStatus: '2.0.0' }],
};
const token: IssuedToken = {
  id: 12,
  tenantId: 'tnt_test',
  mailboxId: 7,
  level: 'mailbox',
  name: 'agent-1',
  scopes: ['read'],
  expiresAt: now,
  revokedAt: null,
  lastUsedAt: null,
  createdAt: now,
  text: 'mrt_1',
};
const webhook: RotatedWebhook = {
  id: 5,
  tenantId: 'tnt_test',
  userId: 3,
  mailboxId: null,
  name: '',
  url: 'https://agent.example/hook',
  events: ['email.received'],
  status: 0,
  lastStatus: null,
  lastError: null,
  lastDeliverTime: null,
  createdAt: now,
  secret: 'whsec_1',
  previousSecretUntil: now,
};
const caller: Principal = {
  id: 'token:12',
  level: 'mailbox',
  tenantId: 'tnt_test',
  mailboxId: 7,
  name: 'agent-1',
  scopes: ['read'],
  expiresAt: null,
};

const readers: Readers = { agentKey: null, ownerKey: null, bridgeKey: null };
const received: EmailViewInput = { email, mailbox, readers, content, attachments: [attachment], task: taskView(task) };
const sent: Email = { ...email, direction: 'sent', status: 'sent' };
const full = { view: 'full', baseUrl: 'https://mail.test' } as const;
const summary = { ...full, view: 'summary' } as const;
const counted = { total: 1, locked: 0, available: 1, expired: 0 };
const none = { total: 0, locked: 0, available: 0, expired: 0 };

const publicKey = Buffer.from('key');
const foundKey = { pinned: true, changed: false, revoked: false, preferEncrypt: 'mutual' } as const;
const views: readonly (readonly [string, { readonly name: string }, object])[] = [
  ['a received email in full', api.emailResource, emailView(received, full)],
  ['an email in summary', api.emailResource, emailView({ ...received, content: null, attachments: [] }, summary)],
  ['an email that could not be read', api.emailResource, emailView({ ...received, content: null }, full)],
  ['an encrypted email', api.emailResource, emailView({ ...received, email: { ...email, encrypted: true } }, full)],
  ['an email without room for its bodies', api.emailResource, withoutBodies(emailView(received, full))],
  [
    'a sent email',
    api.emailResource,
    emailView(
      { email: sent, mailbox, readers, content: null, attachments: [], delivery: deliveryView(sent, delivery) },
      summary,
    ),
  ],
  ['a change of a task', api.taskChangeResource, api.taskChangeView({ emailId: 1042, task }, { withLeaseToken: true })],
  [
    'a change that was refused',
    api.taskChangeResource,
    api.taskChangeView({ emailId: 1042, refusal: new DomainError('lease_conflict', 'Leased.', { fix: 'Wait.' }) }),
  ],
  [
    'counts of tasks',
    api.taskStatsResource,
    api.taskStatsView(
      {
        ...counted,
        byStatus: { new: counted, processing: none, handled: none, needs_human: none, ignored: none },
        lockedByOwner: {},
        expiredByOwner: { 'agent-1': 1 },
        generatedAt: now,
      },
      mailbox,
    ),
  ],
  ['an attachment', api.attachmentResource, api.attachmentView(attachment, 7, 'https://mail.test')],
  [
    'a piece of text',
    api.attachmentTextResource,
    api.attachmentTextView({ attachment, text: 'Invoice', offset: 0, totalChars: 9, nextOffset: 7 }),
  ],
  [
    'a thread',
    api.threadResource,
    api.threadView({
      threadId: 'thr_1',
      mailboxId: 7,
      subject: '',
      participants: [email.from],
      emailCount: 2,
      unreadCount: 0,
      latestEmailId: 1042,
      latestEmailAt: now,
    }),
  ],
  ['a label', api.labelResource, api.labelView('urgent')],
  ['a mailbox', api.mailboxResource, api.mailboxView(mailbox)],
  ['a token', api.mailboxTokenResource, api.tokenView(token, mailbox)],
  ['a new mailbox', api.createdMailboxResource, api.createdMailboxView({ mailbox, token })],
  ['who is signed in', api.identityResource, api.identityView(caller, [{ ...mailbox, latestEmailAt: now }])],
  ['a webhook', api.webhookResource, api.webhookView(webhook)],
  ['a new webhook', api.createdWebhookResource, api.createdWebhookView(webhook)],
  ['a webhook with a new secret', api.rotatedWebhookResource, api.rotatedWebhookView(webhook)],
  ['a delivery of a webhook', api.webhookDeliveryResource, api.webhookDeliveryView(webhookDelivery)],
  [
    'a delivery of a webhook with its tries',
    api.webhookDeliveryDetailsResource,
    api.webhookDeliveryDetailsView(webhookDelivery, null),
  ],
  [
    'a test of a webhook',
    api.webhookTestResource,
    api.webhookTestView({ eventId: 'evt', delivered: false, status: null, error: 'refused' }),
  ],
  [
    'an entry of the audit trail',
    api.auditEntryResource,
    api.auditEntryView({
      id: 6,
      actor: 'operator',
      principalId: null,
      action: 'token.issued',
      targetType: 'token',
      targetId: '12',
      details: { accountId: 7 },
      requestId: null,
      createdAt: now,
    }),
  ],
  [
    'a suppression',
    api.suppressionResource,
    api.suppressionView({
      id: 9,
      tenantId: 'tnt_test',
      address: 'gone@example.org',
      reason: 'bounce',
      mailboxId: 7,
      sourceEmailId: 1043,
      smtpStatus: '',
      createdAt: now,
    }),
  ],
  ['a domain', api.domainResource, api.domainView({ domain: 'mailroom.test', keys: [], records: [] })],
  [
    'the keys of an address',
    api.foundKeysResource,
    api.foundKeysView({
      address: 'ada@example.org',
      keys: [{ fingerprint: 'ab', publicKey, source: 'wkd', ...foundKey }],
    }),
  ],
  ['a stored body', api.storedBodyResource, api.storedBodyView({ bodyRef: 'brf_1', expiresAt: now })],
];

describe('the view of', () => {
  it.each(views)('%s is what the document says, and nothing more', (_, resource, view) => {
    expect(problemsOf(resource, view)).toEqual([]);
  });

  it('a task shows its lease token only to whom it was given', () => {
    expect(taskView(task)).not.toHaveProperty('leaseToken');
    expect(taskView(task, { withLeaseToken: true })).toMatchObject({ leaseToken: 'lse_1' });
  });

  it('a caller without a token has no id of one', () => {
    const view = api.identityView({ ...caller, id: 'session:1' }, []);
    expect(JSON.parse(JSON.stringify(view))).not.toHaveProperty('principal.tokenId');
  });
});
