import { Injectable } from '@nestjs/common';
import { Database, type SqlTx } from '@mailroom/database';
import { DomainError, invalidField } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { uuidv7 } from '@mailroom/ids';
import { EmailService } from '../email/email.service.js';
import { closedMailbox } from '../mailbox/closed-mailbox.js';
import { MailboxAccess } from '../mailbox/mailbox-access.js';
import type { Mailbox } from '../mailbox/mailbox.js';
import { HeldStreams } from '../raw-message/held-streams.js';
import { RawMessageRepository } from '../raw-message/raw-message.repository.js';
import { draftChanged, noDraft } from './draft-refusals.js';
import { DraftRepository, type On } from './draft.repository.js';
import {
  MAX_DRAFT_ATTACHMENTS,
  MAX_DRAFT_BYTES,
  MAX_DRAFTS,
  type Draft,
  type DraftAttachment,
  type DraftContent,
  type DraftSummary,
  type DraftWithFiles,
  type NewDraftAttachment,
} from './draft.js';

/** A draft that the caller may see, and its mailbox. */
export type FoundDraft = { readonly draft: Draft; readonly mailbox: Mailbox };

/** Keeps what is written in a mailbox until it is sent or thrown away. */
@Injectable()
export class DraftService {
  constructor(
    private readonly database: Database,
    private readonly drafts: DraftRepository,
    private readonly access: MailboxAccess,
    private readonly emails: EmailService,
    private readonly rawMessages: RawMessageRepository,
    private readonly streams: HeldStreams,
  ) {}

  /** The latest change first, each with its attachments. */
  async list(mailbox: Mailbox, before: number, limit: number) {
    const drafts = await this.drafts.list(mailbox.id, before, limit);
    const files = await this.drafts.filesOf(drafts.map(({ id }) => id));
    return drafts.map((draft: DraftSummary) => ({ draft, files: files.filter(({ draftId }) => draftId === draft.id) }));
  }

  /** Null where there is none that the principal may see. */
  async find(principal: Principal, id: number): Promise<FoundDraft | null> {
    const draft = await this.drafts.find(id);
    const mailbox = draft && (await this.access.visible(principal, draft.mailboxId));
    return mailbox ? { draft, mailbox } : null;
  }

  /** @throws not_found */
  async require(principal: Principal, id: number): Promise<FoundDraft> {
    const found = await this.find(principal, id);
    if (!found) throw noDraft();
    return found;
  }

  async filesOf(id: number): Promise<DraftAttachment[]> {
    return this.drafts.filesOf([id]);
  }

  /** @throws invalid_request, payload_too_large, policy_suspended, quota_exceeded */
  async create(principal: Principal, mailbox: Mailbox, content: DraftContent): Promise<DraftWithFiles> {
    await this.#requireAnswerable(principal, mailbox.id, content.inReplyTo);
    return this.database.sqlTransaction(async (tx) => {
      if ((await this.drafts.countHeld(tx, mailbox.id)) >= MAX_DRAFTS) throw tooMany();
      const draft = await this.drafts.insert(tx, mailbox.id, content);
      if (!draft) throw closedMailbox();
      await this.#requireRoom(tx, draft.id);
      return { draft, files: [] };
    });
  }

  /**
   * Saves all that is written. @param version what was read before; without it, the last one to write wins
   * @throws not_found, conflict, invalid_request, payload_too_large
   */
  async save(principal: Principal, id: number, content: DraftContent, version: number | null): Promise<DraftWithFiles> {
    const { draft, mailbox } = await this.require(principal, id);
    const { inReplyTo } = content;
    if (inReplyTo !== draft.inReplyTo) await this.#requireAnswerable(principal, mailbox.id, inReplyTo);
    return this.database.sqlTransaction(async (tx) => {
      const saved = await this.drafts.update(tx, id, content, version);
      // Who sent or deleted it meanwhile left none to be in conflict with.
      if (!saved) throw (await this.drafts.find(id, tx)) ? draftChanged() : noDraft();
      await this.#requireRoom(tx, id);
      return { draft: saved, files: await this.drafts.filesOf([id], tx) };
    });
  }

  /** @param version what was read before; without it, the draft goes as it is @throws not_found, conflict */
  async delete(principal: Principal, id: number, version: number | null): Promise<void> {
    const { draft } = await this.require(principal, id);
    if (version !== null && draft.version !== version) throw draftChanged();
    await this.database.sqlTransaction(async (tx) => {
      if (await this.drafts.remove(tx, id, version === null ? null : draft.changeId)) return;
      throw (await this.drafts.find(id, tx)) ? draftChanged() : noDraft();
    });
  }

  /** Removes a draft in the transaction that sends it, if nobody has changed it since. @throws conflict */
  async removeAsSent(tx: On, { id, changeId }: Draft): Promise<void> {
    if (!(await this.drafts.remove(tx, id, changeId))) throw draftChanged();
  }

  /** Keeps a file with the draft. @throws not_found, invalid_request, payload_too_large */
  async attach(principal: Principal, id: number, { content, ...file }: NewDraftAttachment): Promise<DraftAttachment> {
    await this.require(principal, id);
    if (content.length > MAX_DRAFT_BYTES) throw tooLarge();
    const stored = await this.rawMessages.store(content);
    return this.database.sqlTransaction(async (tx) => {
      if (!(await this.drafts.touch(tx, id))) throw noDraft();
      const added = await this.drafts.addFile(tx, id, uuidv7(), stored, file);
      await this.#requireRoom(tx, id);
      return added;
    });
  }

  /** Returns an attachment with its bytes, piece by piece. @throws not_found; rate_limited or unavailable as `HeldStreams` says */
  async attachment(principal: Principal, id: number, fileId: number) {
    await this.require(principal, id);
    const file = (await this.drafts.filesOf([id])).find((known) => known.id === fileId);
    const stored = file && (await this.streams.open(principal, file.rawId));
    if (!stored) throw noFile();
    return { file, ...stored };
  }

  /** The bytes of an attachment; null if it was removed meanwhile. */
  async content({ rawId }: DraftAttachment): Promise<Buffer | null> {
    return (await this.rawMessages.read(rawId))?.content ?? null;
  }

  /** @throws not_found */
  async detach(principal: Principal, id: number, fileId: number): Promise<void> {
    await this.require(principal, id);
    await this.database.sqlTransaction(async (tx) => {
      if (!(await this.drafts.touch(tx, id))) throw noDraft();
      if (!(await this.drafts.removeFile(tx, id, fileId))) throw noFile();
    });
  }

  async #requireAnswerable(principal: Principal, mailboxId: number, emailId: number | null): Promise<void> {
    if (emailId === null) return;
    const found = await this.emails.find(principal, emailId);
    if (found?.mailbox.id !== mailboxId || found.email.direction !== 'received')
      throw invalidField('inReplyTo', 'must name a received email of this mailbox');
  }

  /** The draft is held by the transaction, so that its parts can't grow past the limit side by side. */
  async #requireRoom(tx: SqlTx, id: number): Promise<void> {
    const { files, bytes } = await this.drafts.measure(tx, id);
    if (files > MAX_DRAFT_ATTACHMENTS)
      throw invalidField('attachments', `must be at most ${MAX_DRAFT_ATTACHMENTS} in one draft`);
    if (bytes > MAX_DRAFT_BYTES) throw tooLarge();
  }
}

function noFile(): DomainError {
  return new DomainError('not_found', 'The draft has no such attachment.');
}

function tooMany(): DomainError {
  return new DomainError('quota_exceeded', `This mailbox has ${MAX_DRAFTS} drafts.`, {
    fix: 'Send or delete one of them.',
  });
}

function tooLarge(): DomainError {
  return new DomainError('payload_too_large', 'The draft and its attachments are larger than 25 MiB.', {
    fix: 'Leave out attachments, or make them smaller.',
  });
}
