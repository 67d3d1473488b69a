import { Injectable } from '@nestjs/common';
import { Database, uuidv7, type Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { outboundQueued } from '@mailroom/events';
import { TenantService, type Principal } from '@mailroom/identity';
import {
  AttachmentService,
  BodyRefService,
  MAILBOX_ACTIVE,
  parseMessage,
  RawMessageRepository,
  type Email,
  type EmailContent,
  type Mailbox,
} from '@mailroom/mail';
import { Outbox } from '@mailroom/messaging';
import { TaskService } from '@mailroom/tasks';
import { compose, MAX_MESSAGE_BYTES, type Composition } from './compose.js';
import { replyHeaders, replyRecipients } from './reply.js';
import { parseRecipients, reject, requireFewRecipients, requireSafeHeaders } from './send-rules.js';
import type { OutgoingAttachment, ReplyRequest, SendRequest } from './send-request.js';
import { isLockTimeout, SubmissionRepository, threadOf } from './submission.repository.js';

export type Submitted = {
  readonly emailId: number;
  /** An earlier request of the same key had sent it. */ readonly replayed: boolean;
};

type Addressed = { readonly to: readonly string[]; readonly cc: readonly string[]; readonly bcc: readonly string[] };
type Context = Pick<Composition, 'inReplyTo' | 'references'> & { readonly original: Email | null };

const unrelated: Context = { inReplyTo: '', references: [], original: null };

@Injectable()
export class SubmissionService {
  constructor(
    private readonly database: Database,
    private readonly submissions: SubmissionRepository,
    private readonly rawMessages: RawMessageRepository,
    private readonly bodyRefs: BodyRefService,
    private readonly attachments: AttachmentService,
    private readonly tenants: TenantService,
    private readonly tasks: TaskService,
    private readonly outbox: Outbox,
  ) {}

  /** Answers when the submission and its job are committed. */
  async send(principal: Principal, mailbox: Mailbox, request: SendRequest): Promise<Submitted> {
    const addressed = addressesOf(request);
    return this.#submit(principal, mailbox, request, addressed, unrelated);
  }

  /** Answers a received email in its thread; without `to`, the original sender gets it. */
  async reply(
    principal: Principal,
    original: Email,
    content: EmailContent,
    mailbox: Mailbox,
    request: ReplyRequest,
  ): Promise<Submitted> {
    if (original.direction !== 'received') throw reject('emailId', 'must name a received email');
    const recipients = replyRecipients(original, content, mailbox.address, request);
    const addressed = addressesOf({ ...request, ...recipients });
    const { subject, ...headers } = replyHeaders(original, content);
    const reply = { ...request, subject: request.subject ?? subject };
    return this.#submit(principal, mailbox, reply, addressed, { ...headers, original }, request.completeTask);
  }

  async #submit(
    principal: Principal,
    mailbox: Mailbox,
    request: SendRequest,
    addressed: Addressed,
    context: Context,
    completeTask?: ReplyRequest['completeTask'],
  ): Promise<Submitted> {
    requireSafeHeaders(request);
    const message = await this.#compose(principal, mailbox, request, addressed, context);
    const parsed = parseMessage(message.content);
    const stored = await this.rawMessages.store(message.content);
    const write = async (tx: Tx): Promise<number> => {
      await this.tenants.requireActive(tx, mailbox.tenantId);
      const rawId = uuidv7();
      await this.rawMessages.insert(tx, rawId, stored, mailbox.address);
      const { emailId, jobId } = await this.submissions.insert(tx, {
        mailbox,
        rawId,
        parsed,
        bcc: addressed.bcc,
        threadId: threadOf(context.original, message.messageId),
        recipients: [...new Set([...addressed.to, ...addressed.cc, ...addressed.bcc])],
      });
      if (completeTask && context.original) await this.tasks.complete(tx, context.original.id, completeTask);
      await this.outbox.append(tx, outboundQueued, { jobId, emailId });
      return emailId;
    };
    return this.#once(mailbox, request, write);
  }

  /** Runs `write` in one transaction, and only once per idempotency key. */
  async #once(mailbox: Mailbox, request: SendRequest, write: (tx: Tx) => Promise<number>): Promise<Submitted> {
    const { idempotencyKey: key, requestHash } = request;
    try {
      return await this.database.transaction(async (tx) => {
        if (key === undefined) return { emailId: await write(tx), replayed: false };
        const claim = await this.submissions.claimKey(tx, mailbox.id, key, requestHash);
        if (!claim.won) {
          if (!claim.requestHash.equals(requestHash)) throw keyConflict();
          return { emailId: claim.emailId, replayed: true };
        }
        const emailId = await write(tx);
        await this.submissions.completeKey(tx, mailbox.id, key, emailId);
        return { emailId, replayed: false };
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      throw new DomainError(
        'idempotency_in_progress',
        'The first request of this idempotency key is still under way.',
        {
          cause: error,
          retryAfterSeconds: 1,
        },
      );
    }
  }

  async #compose(
    principal: Principal,
    mailbox: Mailbox,
    request: SendRequest,
    { to, cc }: Addressed,
    { inReplyTo, references }: Context,
  ) {
    if (mailbox.status !== MAILBOX_ACTIVE) throw new DomainError('policy_suspended', 'This mailbox is disabled.');
    const { bodyRef } = request;
    const referred = bodyRef === undefined ? {} : await this.bodyRefs.find(mailbox.id, bodyRef);
    const text = request.text ?? referred.text;
    const html = request.html ?? referred.html;
    if (text === undefined && html === undefined) throw reject('text', 'or html or bodyRef is required');
    const subject = request.subject ?? referred.subject ?? '';
    requireSafeHeaders({ ...request, subject });
    const attachments = await this.#attachments(principal, request.attachments ?? []);
    const from = { address: mailbox.address, name: mailbox.name };
    return compose({ from, to, cc, subject, text, html, inReplyTo, references, attachments });
  }

  async #attachments(principal: Principal, files: readonly OutgoingAttachment[]): Promise<Composition['attachments']> {
    const known = files.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
    if (known > MAX_MESSAGE_BYTES)
      throw new DomainError('payload_too_large', 'The attachments are larger than 25 MiB.');
    const resolved: Composition['attachments'][number][] = [];
    for (const { filename, contentType, content, attachmentId, disposition = 'attachment', contentId } of files) {
      const referred = attachmentId === undefined ? null : await this.attachments.content(principal, attachmentId);
      const type = contentType ?? referred?.attachment.mimeType;
      const bytes = content ?? referred?.content ?? Buffer.alloc(0);
      resolved.push({ filename, contentType: type, content: bytes, disposition, contentId });
    }
    return resolved;
  }
}

function addressesOf(request: Pick<SendRequest, 'to' | 'cc' | 'bcc'>): Addressed {
  const addressed = {
    to: parseRecipients('to', request.to),
    cc: parseRecipients('cc', request.cc),
    bcc: parseRecipients('bcc', request.bcc),
  };
  requireFewRecipients(addressed.to.length + addressed.cc.length + addressed.bcc.length);
  return addressed;
}

function keyConflict(): DomainError {
  return new DomainError('idempotency_conflict', 'This idempotency key was used for another request.', {
    fix: 'Use a new key for a new request.',
  });
}
