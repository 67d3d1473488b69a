import { Injectable } from '@nestjs/common';
import { DomainError, invalidField } from '@mailroom/errors';
import { requireScope, type Principal } from '@mailroom/identity';
import {
  AttachmentService,
  BodyRefService,
  closedMailbox,
  HostedDomains,
  MAILBOX_ACTIVE,
  MailKeyService,
  RawMessageRepository,
  readingRoom,
  type Email,
  type EmailAddressee,
  type EmailContent,
  type Mailbox,
} from '@mailroom/mail';
import { domainOf, parseMessage } from '@mailroom/message';
import { autocryptValue } from '@mailroom/openpgp';
import type { ClassifiedRecipient } from '@mailroom/send-policy';
import { compose, type Composition } from './compose.js';
import { measuredFiles, readFiles, type MeasuredFiles } from './outgoing-files.js';
import { checkedHeaders } from './outgoing-headers.js';
import { replyHeaders, replyRecipients } from './reply.js';
import { submissions } from './sending-metrics.js';
import {
  parseRecipients,
  recipientField,
  requireFewRecipients,
  requireSafeHeaders,
  requireSealedAlone,
  type NamedAddressee,
} from './request-checks.js';
import type { RecipientField, RecipientSource, ReplyRequest, SendRequest } from './send-request.js';
import { SubmissionAcceptance, type Within } from './submission-acceptance.js';
import { SubmissionRepository, threadOf } from './submission.repository.js';

export type Submitted = {
  readonly emailId: number;
  /** An earlier request of the same key had sent it. */ readonly replayed: boolean;
};

type Addressed = {
  readonly to: readonly NamedAddressee[];
  readonly cc: readonly NamedAddressee[];
  readonly bcc: readonly NamedAddressee[];
  readonly replyTo: readonly EmailAddressee[];
  readonly source: RecipientSource;
};
/** What a message takes from the one that it answers; `subject` applies if neither the request nor its body has one. */
type Context = Pick<Composition, 'inReplyTo' | 'references' | 'autoSubmitted' | 'subject'> & {
  readonly original: Email | null;
};

type MeasuredRequest = SendRequest & { readonly files: MeasuredFiles };
/** What else is done in the commit that accepts it. */
type Completion = Pick<ReplyRequest, 'completeTask'> & { readonly within?: Within | undefined };

const unrelated: Context = { subject: '', inReplyTo: '', references: [], autoSubmitted: false, original: null };

@Injectable()
export class SubmissionService {
  constructor(
    private readonly acceptance: SubmissionAcceptance,
    private readonly submissions: SubmissionRepository,
    private readonly rawMessages: RawMessageRepository,
    private readonly bodyRefs: BodyRefService,
    private readonly attachments: AttachmentService,
    private readonly hostedDomains: HostedDomains,
    private readonly keys: MailKeyService,
  ) {}

  /**
   * Resolves when the submission and its job are committed. @param within what the surface adds to that commit; a request
   * that is answered as an earlier one of its key was adds nothing
   */
  async send(principal: Principal, mailbox: Mailbox, request: SendRequest, within?: Within): Promise<Submitted> {
    return counted(async () => this.#submit(principal, mailbox, request, addressesOf(request), unrelated, { within }));
  }

  /**
   * Answers a received email in its thread; without `to`, the original sender gets it. Completing its task takes the scope of
   * everything that is done with tasks. @throws insufficient_scope
   */
  async reply(
    principal: Principal,
    original: Email,
    content: EmailContent,
    mailbox: Mailbox,
    request: ReplyRequest,
    within?: Within,
  ): Promise<Submitted> {
    return counted(() => this.#reply(principal, original, content, mailbox, { ...request, within }));
  }

  async #reply(
    principal: Principal,
    original: Email,
    content: EmailContent,
    mailbox: Mailbox,
    request: ReplyRequest & Completion,
  ): Promise<Submitted> {
    if (request.completeTask) requireScope(principal, 'read');
    if (original.direction !== 'received') throw invalidField('emailId', 'must name a received email');
    const answered = { email: original, content, origin: await this.rawMessages.findOrigin(original.rawId) };
    const recipients = replyRecipients(answered, mailbox.address, request);
    const addressed = addressesOf({ ...request, ...recipients }, recipients.source, request.cc?.length ?? 0);
    const context = { ...replyHeaders(answered), original };
    return this.#submit(principal, mailbox, request, addressed, context, request);
  }

  async #submit(
    principal: Principal,
    mailbox: Mailbox,
    request: SendRequest,
    addressed: Addressed,
    context: Context,
    completion: Completion,
  ): Promise<Submitted> {
    requireSafeHeaders(request);
    requireSealedAlone(request);
    const earlier = await this.#earlier(mailbox, request);
    if (earlier) return earlier;
    const files = await measuredFiles(this.attachments, principal, request.attachments ?? []);
    const accept = () => this.#accept(principal, mailbox, { ...request, files }, addressed, context, completion);
    // What is read of stored mail lies in memory until the message with it is accepted.
    return readingRoom.run(mailbox.tenantId, files.bytesToRead, accept);
  }

  async #accept(
    principal: Principal,
    mailbox: Mailbox,
    request: MeasuredRequest,
    addressed: Addressed,
    context: Context,
    { completeTask, within }: Completion,
  ): Promise<Submitted> {
    const { id: mailboxId, tenantId } = mailbox;
    const send = { tenantId, mailboxId, recipients: await this.#classified(addressed) };
    const message = await this.#compose(mailbox, request, addressed, context);
    const stored = await this.rawMessages.store(message.content);
    try {
      const submission = {
        mailbox,
        send,
        stored,
        parsed: parseMessage(message.content),
        bcc: addressed.bcc.map(({ email, name }) => ({ email, name })),
        threadId: threadOf(context.original, message.messageId),
        recipientSource: addressed.source,
        idempotencyKey: request.idempotencyKey,
        requestHash: request.requestHash,
        traceparent: principal.traceparent ?? null,
      };
      const { original } = context;
      const completed = completeTask && original ? { email: original, actor: completeTask } : null;
      return { emailId: await this.acceptance.accept(submission, { completed, within }), replayed: false };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // While this request was refused, or waited, another one of its key may have been accepted.
      const winner = await this.#earlier(mailbox, request);
      if (winner) return winner;
      throw error;
    }
  }

  async #classified({ to, cc, bcc }: Addressed): Promise<ClassifiedRecipient[]> {
    const named = [...to, ...cc, ...bcc].map(({ field, email }) => ({ field, address: email }));
    const hosted = await this.hostedDomains.among(named.map(({ address }) => domainOf(address)));
    return named.map((recipient) => ({
      ...recipient,
      reach: hosted.has(domainOf(recipient.address)) ? 'hosted' : 'external',
    }));
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

  async #compose(mailbox: Mailbox, request: MeasuredRequest, { to, cc, replyTo }: Addressed, context: Context) {
    if (mailbox.status !== MAILBOX_ACTIVE)
      throw closedMailbox((await this.submissions.closingOf(mailbox.id)) ?? 'disabled');
    const { bodyRef, written } = request;
    const referred =
      bodyRef === undefined ? {} : await this.bodyRefs.find(mailbox.id, bodyRef, written?.names?.bodyRef);
    const text = request.text ?? referred.text;
    const html = request.html ?? referred.html;
    const { pgpMime } = request;
    if (text === undefined && html === undefined && pgpMime === undefined)
      throw invalidField('text', 'or html or bodyRef is required');
    const subject = request.subject ?? referred.subject ?? context.subject;
    requireSafeHeaders({ ...request, subject });
    const attachments = await readFiles(this.attachments, request.files);
    const from = { address: mailbox.address, name: mailbox.name };
    const { inReplyTo, references, autoSubmitted } = context;
    const related = { inReplyTo, references, autoSubmitted };
    const headers = checkedHeaders(request.headers);
    const ownerKey = await this.keys.ownerKey(mailbox);
    const autocrypt = ownerKey && autocryptValue(mailbox.address, ownerKey);
    return compose({
      from,
      to,
      cc,
      replyTo,
      headers,
      autocrypt,
      subject,
      text,
      html,
      pgpMime,
      ...related,
      attachments,
    });
  }
}

/** Counts the result of a request; an expected failure counts as a refusal. */
async function counted(submit: () => Promise<Submitted>): Promise<Submitted> {
  try {
    const submitted = await submit();
    submissions[submitted.replayed ? 'replayed' : 'queued'].inc();
    return submitted;
  } catch (error) {
    submissions[isRefusal(error) ? 'refused' : 'failed'].inc();
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof DomainError && error.code !== 'unavailable';
}

type Addresses = Pick<SendRequest, RecipientField | 'replyTo' | 'written'>;

/** @param ownCopies how many of `cc` the caller named; the others came with `replyAll` */
function addressesOf(
  request: Addresses,
  source: RecipientSource = 'request',
  ownCopies = request.cc?.length ?? 0,
): Addressed {
  const { written = {} } = request;
  const addressed = {
    source,
    to: parseRecipients(request.to, (index) => (source === 'request' ? recipientField(written, 'to', index) : 'to')),
    cc: parseRecipients(request.cc, (index) => (index < ownCopies ? recipientField(written, 'cc', index) : 'replyAll')),
    bcc: parseRecipients(request.bcc, (index) => recipientField(written, 'bcc', index)),
    replyTo: parseRecipients(request.replyTo, (index) => `replyTo.${index}`),
  };
  requireFewRecipients(addressed.to.length + addressed.cc.length + addressed.bcc.length);
  return addressed;
}

function keyConflict(): DomainError {
  return new DomainError('idempotency_conflict', 'This idempotency key was used for another request.', {
    fix: 'Use a new key for a new request.',
  });
}
