import { Injectable } from '@nestjs/common';
import { invalidField, type DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import {
  draftChanged,
  DraftService,
  EmailService,
  MailboxAccess,
  noDraft,
  readingRoom,
  type DraftAttachment,
  type FoundDraft,
  type Mailbox,
} from '@mailroom/mail';
import { hashRequest, type OutgoingAttachment, type SendRequest } from '../send-request.js';
import { SubmissionRepository } from '../submission.repository.js';
import { SubmissionService } from '../submission.service.js';

/** What became of a draft. */
export type SentDraft = { readonly emailId: number; readonly mailbox: Mailbox };

/**
 * Sends drafts, each once: the draft goes in the transaction that accepts the mail, and its idempotency key is made of its
 * id. So of two calls that race one sends, and both, like a repeated one within 24 hours, are told of the same email.
 */
@Injectable()
export class DraftSending {
  constructor(
    private readonly drafts: DraftService,
    private readonly emails: EmailService,
    private readonly access: MailboxAccess,
    private readonly earlier: SubmissionRepository,
    private readonly submissions: SubmissionService,
  ) {}

  /** @throws not_found, conflict if it was changed since `version` or meanwhile, and whatever a send is refused with */
  async send(principal: Principal, id: number, version: number | null): Promise<SentDraft> {
    const found = await this.drafts.find(principal, id);
    if (!found) return this.#sentBefore(principal, id);
    if (version !== null && found.draft.version !== version) throw draftChanged();
    const files = await this.drafts.filesOf(id);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    // What is attached lies in memory until the mail is accepted.
    return readingRoom.run(found.mailbox.tenantId, bytes, () => this.#send(principal, found, files));
  }

  async #send(principal: Principal, found: FoundDraft, files: readonly DraftAttachment[]): Promise<SentDraft> {
    const attachments = await this.#read(files);
    // Whoever removed an attachment meanwhile may have sent the draft.
    if (attachments === null) return this.#sentBefore(principal, found.draft.id, draftChanged());
    return { emailId: await this.#submit(principal, found, attachments), mailbox: found.mailbox };
  }

  async #submit(principal: Principal, { draft, mailbox }: FoundDraft, attachments: OutgoingAttachment[]) {
    const { to, cc, bcc, subject, text, html, inReplyTo } = draft;
    const request: SendRequest = {
      to,
      cc,
      bcc,
      // A reply without a subject of its own has that of the thread.
      subject: subject || undefined,
      text: text === '' && html !== null ? undefined : text,
      html: html ?? undefined,
      attachments,
      idempotencyKey: keyOf(draft.id),
      requestHash: hashOf(draft.id),
    };
    const within = (tx: Parameters<DraftService['removeAsSent']>[0]) => this.drafts.removeAsSent(tx, draft);
    if (inReplyTo === null) return (await this.submissions.send(principal, mailbox, request, within)).emailId;
    const original = await this.emails.find(principal, inReplyTo);
    if (!original) throw invalidField('inReplyTo', 'names an email that was deleted: save the draft without it');
    const { email, content } = await this.emails.requireFull(principal, inReplyTo);
    return (await this.submissions.reply(principal, email, content, mailbox, request, within)).emailId;
  }

  /** Null if one was removed while they were read. */
  async #read(files: readonly DraftAttachment[]): Promise<OutgoingAttachment[] | null> {
    const read: OutgoingAttachment[] = [];
    for (const file of files) {
      const content = await this.drafts.content(file);
      if (content === null) return null;
      const { filename, mimeType: contentType, disposition, contentId } = file;
      read.push({ filename, contentType, content, disposition, contentId: contentId ?? undefined });
    }
    return read;
  }

  /** What was sent of a draft that is gone. @throws not_found, or `otherwise` */
  async #sentBefore(principal: Principal, id: number, otherwise: DomainError = noDraft()): Promise<SentDraft> {
    const { tenantId, mailboxId } = principal;
    const under = await this.earlier.findInTenant(tenantId, mailboxId, keyOf(id));
    const sent = under.find(({ requestHash }) => requestHash.equals(hashOf(id)));
    const mailbox = sent && (await this.access.visible(principal, sent.mailboxId));
    if (!sent || !mailbox) throw otherwise;
    return { emailId: sent.emailId, mailbox };
  }
}

function keyOf(draftId: number): string {
  return `draft:${draftId}`;
}

/** No request of a caller has this hash, so none can pass for what a draft sent. */
function hashOf(draftId: number): Buffer {
  return hashRequest('draft', { draftId });
}
