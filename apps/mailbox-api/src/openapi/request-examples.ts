import type { EmailWaitDto } from '../waiting/email-wait.dto.js';
import type { SetLabelsDto } from '../emails/labels.dto.js';
import type { RegisterBridgeDto } from '../keys/bridge.dto.js';
import type { AddEnvelopeDto } from '../keys/envelope.dto.js';
import type { PinKeyDto } from '../keys/pin-key.dto.js';
import type { RegisterKeyDto } from '../keys/key.dto.js';
import type { MarkReadDto } from '../emails/mark-read.dto.js';
import type { CreateMailboxDto, CreateTokenDto, UpdateMailboxDto } from '../mailboxes/mailbox.dto.js';
import type { BodyTextDto, ReplyDto, SendDto } from '../sending/sending.dto.js';
import type { CreateDraftDto, DraftAttachmentDto, SendDraftDto, UpdateDraftDto } from '../drafts/draft.dto.js';
import type { ReleaseBatchDto, RenewBatchDto, UpdateBatchDto } from '../tasks/task-batch.dto.js';
import type {
  ClaimBatchDto,
  ClaimDto,
  ClaimNextDto,
  ReleaseDto,
  RenewDto,
  RequeueDto,
  SetTaskDto,
} from '../tasks/task.dto.js';
import type { CreateWebhookDto } from '../webhooks/webhook.dto.js';

/** The body of each operation that takes one. */
type Bodies = {
  readonly createMailbox: CreateMailboxDto;
  readonly updateMailbox: UpdateMailboxDto;
  readonly createToken: CreateTokenDto;
  readonly setLabels: SetLabelsDto;
  readonly markRead: MarkReadDto;
  readonly waitForEmail: EmailWaitDto;
  readonly claimNextTask: ClaimNextDto;
  readonly claimTaskBatch: ClaimBatchDto;
  readonly requeueExpiredTasks: RequeueDto;
  readonly updateTaskBatch: UpdateBatchDto;
  readonly renewTaskBatch: RenewBatchDto;
  readonly releaseTaskBatch: ReleaseBatchDto;
  readonly claimTask: ClaimDto;
  readonly renewTask: RenewDto;
  readonly releaseTask: ReleaseDto;
  readonly setTask: SetTaskDto;
  readonly sendEmail: SendDto;
  readonly replyToEmail: ReplyDto;
  readonly storeBody: BodyTextDto;
  readonly createDraft: CreateDraftDto;
  readonly saveDraft: UpdateDraftDto;
  readonly sendDraft: SendDraftDto;
  readonly attachToDraft: DraftAttachmentDto;
  readonly createWebhook: CreateWebhookDto;
  readonly registerKey: RegisterKeyDto;
  readonly pinKey: PinKeyDto;
  readonly registerBridge: RegisterBridgeDto;
  readonly addEnvelope: AddEnvelopeDto;
};

const examples: Bodies = {
  createMailbox: { email: 'support@mailroom.test', name: 'Support', tokenName: 'agent-1' },
  updateMailbox: { name: 'Support desk' },
  createToken: { name: 'reader', scopes: ['read'] },
  setLabels: { labels: ['customer', 'urgent'] },
  markRead: { emailIds: [1042, 1043] },
  waitForEmail: { from: 'no-reply@shop.example', has: 'code', timeoutSeconds: 30 },
  claimNextTask: {
    owner: 'agent-1',
    ttlSeconds: 300,
    waitSeconds: 20,
    complete: { emailId: 1042, leaseToken: 'lse_pXc0…', status: 'handled', reason: 'answered' },
  },
  claimTaskBatch: { owner: 'agent-1', limit: 10 },
  requeueExpiredTasks: { limit: 50 },
  updateTaskBatch: { emailIds: [1042, 1043], status: 'handled', owner: 'agent-1' },
  renewTaskBatch: { emailIds: [1042, 1043], owner: 'agent-1', ttlSeconds: 600 },
  releaseTaskBatch: { emailIds: [1042], owner: 'agent-1', status: 'needs_human' },
  claimTask: { owner: 'agent-1' },
  renewTask: { owner: 'agent-1', ttlSeconds: 600, checkpoint: 'asked the customer for a photo' },
  releaseTask: { owner: 'agent-1' },
  setTask: { status: 'handled', owner: 'agent-1', reason: 'answered by phone' },
  sendEmail: { to: ['ada@example.org'], subject: 'Your order', text: 'It is on its way.', idempotencyKey: 'order-77' },
  replyToEmail: { emailId: 1042, text: 'The small one.', completeTask: true, owner: 'agent-1' },
  storeBody: { text: 'A long letter …' },
  createDraft: { to: ['ada@example.org'], subject: 'The gears', text: 'Dear Ada,' },
  saveDraft: { to: ['ada@example.org'], subject: 'The gears', text: 'Dear Ada, the smallest one first.', version: 2 },
  sendDraft: { version: 3 },
  attachToDraft: { filename: 'gears.txt', contentType: 'text/plain', content: 'b25lLCB0d28=' },
  createWebhook: { url: 'https://agent.example/hooks/mail', name: 'agent', events: ['email.received'] },
  registerKey: { kind: 'agent', publicKey: '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nxjMEaQ…' },
  pinKey: { address: 'ada@example.org', fingerprint: '9a1f0c3be2d4475d8f60717e5b8a2c4d6e0f1a2b' },
  registerBridge: { publicKeyFingerprint: '9a1f0c3be2d4475d8f60717e5b8a2c4d6e0f1a2b' },
  addEnvelope: { keyId: 3, packet: 'wV4DJ2c=' },
};

/** An example of each body, by the name of its operation; a test checks each against its schema. */
export const requestExamples: Readonly<Record<string, object>> = examples;
