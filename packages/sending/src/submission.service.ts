import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { TenantService, type Principal } from '@mailroom/identity';
import {
  AttachmentService,
  BodyRefService,
  MAILBOX_ACTIVE,
  RawMessageRepository,
  type Email,
  type EmailAddressee,
  type EmailContent,
  type Mailbox,
} from '@mailroom/mail';
import { parseMessage } from '@mailroom/message';
import { TaskService, type Actor } from '@mailroom/tasks';
import { compose, MAX_MESSAGE_BYTES, type Composition } from './compose.js';
import { checkedHeaders } from './outgoing-headers.js';
import { replyHeaders, replyRecipients } from './reply.js';
import { SuppressionService } from './suppression.service.js';
import { submissions } from './sending-metrics.js';
import { parseRecipients, reject, requireFewRecipients, requireSafeHeaders } from './send-rules.js';
import type { OutgoingAttachment, RecipientSource, ReplyRequest, SendRequest } from './send-request.js';
import { isLockTimeout, SubmissionRepository, threadOf, type NewSubmission } from './submission.repository.js';

export type Submitted = {
  readonly emailId: number;
  /** An earlier request of the same key had sent it. */ readonly replayed: boolean;
};

type Addressed = {
  readonly to: readonly EmailAddressee[];
  readonly cc: readonly EmailAddressee[];
  readonly bcc: readonly EmailAddressee[];
  readonly replyTo: readonly EmailAddressee[];
  readonly source: RecipientSource;
};
/** What a message takes from the one that it answers; `subject` applies if neither the request nor its body has one. */
type Context = Pick<Composition, 'inReplyTo' | 'references' | 'autoSubmitted' | 'subject'> & {
  readonly original: Email | null;
};

const unrelated: Context = { subject: '', inReplyTo: '', references: [], autoSubmitted: false, original: null };

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
    private readonly suppressions: SuppressionService,
  ) {}

  /** Resolves when the submission and its job are committed. */
  async send(principal: Principal, mailbox: Mailbox, request: SendRequest): Promise<Submitted> {
    return counted(async () => this.#submit(principal, mailbox, request, addressesOf(request), unrelated));
  }

  /** Answers a received email in its thread; without `to`, the original sender gets it. */
  async reply(
    principal: Principal,
    original: Email,
    content: EmailContent,
    mailbox: Mailbox,
    request: ReplyRequest,
  ): Promise<Submitted> {
    return counted(() => this.#reply(principal, original, content, mailbox, request));
  }

  async #reply(
    principal: Principal,
    original: Email,
    content: EmailContent,
    mailbox: Mailbox,
    request: ReplyRequest,
  ): Promise<Submitted> {
    if (original.direction !== 'received') throw reject('emailId', 'must name a received email');
    const answered = { email: original, content, origin: await this.rawMessages.findOrigin(original.rawId) };
    const recipients = replyRecipients(answered, mailbox.address, request);
    const addressed = addressesOf({ ...request, ...recipients }, recipients.source);
    const context = { ...replyHeaders(answered), original };
    return this.#submit(principal, mailbox, request, addressed, context, request.completeTask);
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
    const earlier = await this.#earlier(mailbox, request);
    if (earlier) return earlier;
    const envelope = { to: emailsOf(addressed.to), cc: emailsOf(addressed.cc), bcc: emailsOf(addressed.bcc) };
    await this.suppressions.requireNone(mailbox.tenantId, envelope);
    const message = await this.#compose(principal, mailbox, request, addressed, context);
    const emailId = await this.#write(
      {
        mailbox,
        stored: await this.rawMessages.store(message.content),
        parsed: parseMessage(message.content),
        bcc: addressed.bcc,
        threadId: threadOf(context.original, message.messageId),
        recipients: [...new Set([...envelope.to, ...envelope.cc, ...envelope.bcc])],
        recipientSource: addressed.source,
        idempotencyKey: request.idempotencyKey,
        requestHash: request.requestHash,
        traceparent: principal.traceparent ?? null,
      },
      completeTask && context.original ? { emailId: context.original.id, actor: completeTask } : null,
    );
    if (emailId !== null) return { emailId, replayed: false };
    // The statement wrote nothing: the key was taken meanwhile, or the tenant or the mailbox may not send.
    const winner = await this.#earlier(mailbox, request);
    if (winner) return winner;
    await this.database.transaction((tx) => this.tenants.requireActive(tx, mailbox.tenantId));
    if (!(await this.submissions.isOpen(mailbox.id))) throw disabled();
    throw inProgress();
  }

  /**
   * Returns what an earlier request under this key sent.
   * @throws idempotency_conflict if that request was a different one
   */
  async #earlier(mailbox: Mailbox, { idempotencyKey: key, requestHash }: SendRequest): Promise<Submitted | null> {
    if (key === undefined) return null;
    const earlier = await this.submissions.findByKey(mailbox.id, key);
    if (!earlier) return null;
    if (!earlier.requestHash.equals(requestHash)) throw keyConflict();
    return { emailId: earlier.emailId, replayed: true };
  }

  /** One statement writes it; if a task ends with it, both are one transaction. */
  async #write(
    submission: NewSubmission,
    task: { readonly emailId: number; readonly actor: Actor } | null,
  ): Promise<number | null> {
    try {
      if (!task) return await this.submissions.insert(submission);
      return await this.database.transaction(async (tx) => {
        const emailId = await this.submissions.insertIn(tx, submission);
        if (emailId !== null) await this.tasks.complete(tx, task.emailId, task.actor);
        return emailId;
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      throw inProgress(error);
    }
  }

  async #compose(
    principal: Principal,
    mailbox: Mailbox,
    request: SendRequest,
    { to, cc, replyTo }: Addressed,
    context: Context,
  ) {
    if (mailbox.status !== MAILBOX_ACTIVE) throw disabled();
    const { bodyRef } = request;
    const referred = bodyRef === undefined ? {} : await this.bodyRefs.find(mailbox.id, bodyRef);
    const text = request.text ?? referred.text;
    const html = request.html ?? referred.html;
    if (text === undefined && html === undefined) throw reject('text', 'or html or bodyRef is required');
    const subject = request.subject ?? referred.subject ?? context.subject;
    requireSafeHeaders({ ...request, subject });
    const attachments = await this.#attachments(principal, request.attachments ?? []);
    const from = { address: mailbox.address, name: mailbox.name };
    const { inReplyTo, references, autoSubmitted } = context;
    const related = { inReplyTo, references, autoSubmitted };
    const headers = checkedHeaders(request.headers);
    return compose({ from, to, cc, replyTo, headers, subject, text, html, ...related, attachments });
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

/** Counts the result of a request; an expected failure counts as a refusal. */
async function counted(submit: () => Promise<Submitted>): Promise<Submitted> {
  try {
    const submitted = await submit();
    submissions[submitted.replayed ? 'replayed' : 'queued'].inc();
    return submitted;
  } catch (error) {
    const refused = error instanceof DomainError && error.code !== 'unavailable';
    submissions[refused ? 'refused' : 'failed'].inc();
    throw error;
  }
}

type Addresses = Pick<SendRequest, 'to' | 'cc' | 'bcc' | 'replyTo'>;

function addressesOf(request: Addresses, source: RecipientSource = 'request'): Addressed {
  const addressed = {
    source,
    to: parseRecipients('to', request.to),
    cc: parseRecipients('cc', request.cc),
    bcc: parseRecipients('bcc', request.bcc),
    replyTo: parseRecipients('replyTo', request.replyTo),
  };
  requireFewRecipients(addressed.to.length + addressed.cc.length + addressed.bcc.length);
  return addressed;
}

const emailsOf = (addressees: readonly EmailAddressee[]) => addressees.map(({ email }) => email);

function disabled(): DomainError {
  return new DomainError('policy_suspended', 'This mailbox is disabled.');
}

function inProgress(cause?: unknown): DomainError {
  return new DomainError('idempotency_in_progress', 'The first request of this idempotency key is still under way.', {
    cause,
    retryAfterSeconds: 1,
  });
}

function keyConflict(): DomainError {
  return new DomainError('idempotency_conflict', 'This idempotency key was used for another request.', {
    fix: 'Use a new key for a new request.',
  });
}
