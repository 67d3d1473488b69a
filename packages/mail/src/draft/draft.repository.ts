import { Injectable } from '@nestjs/common';
import { Database, statement, type SqlTx } from '@mailroom/database';
import { isOpen } from '../mailbox/mailbox-status.repository.js';
import type { StoredContent } from '../raw-message/raw-message.repository.js';
import type { Draft, DraftAttachment, DraftContent, DraftSummary } from './draft.js';

const summary = `d.id::float8 as id, d.mailbox_id as "mailboxId", d.version, d.change_id::float8 as "changeId",
  d.to_addresses as "to", d.cc_addresses as cc, d.bcc_addresses as bcc, d.subject, d.in_reply_to::float8 as "inReplyTo",
  d.created_at as "createdAt", d.updated_at as "updatedAt"`;
const whole = `${summary}, d.plain_text as text, d.html`;
const fileColumns = `a.id::float8 as id, a.draft_id::float8 as "draftId", a.raw_id as "rawId", a.filename, a.mime_type as "mimeType",
  a.size, a.disposition, a.content_id as "contentId"`;
/** Any change takes the next place in the order of all changes. */
const changed = `change_id = nextval('draft_change_id_seq'), updated_at = now()`;

const find = statement('draft-find', `select ${whole} from draft d where id = $1`);

const list = statement(
  'draft-list',
  `select ${summary} from draft d where mailbox_id = $1 and change_id < $2 order by change_id desc limit $3`,
);

const filesOf = statement(
  'draft-files',
  `select ${fileColumns} from draft_attachment a where draft_id = any ($1::bigint[]) order by id`,
);

const holdMailbox = statement(
  'draft-hold-mailbox',
  `select pg_advisory_xact_lock(hashtextextended('drafts ' || $1::text, 0))`,
);

/** A mailbox that is closed gets none: nobody would delete it after the rest of the mailbox. */
const insert = statement(
  'draft-insert',
  `insert into draft as d (mailbox_id, to_addresses, cc_addresses, bcc_addresses, subject, plain_text, html, in_reply_to)
   select m.id, $2::text[], $3::text[], $4::text[], $5::text, $6::text, $7::text, $8::bigint
   from mailbox m where m.id = $1 and ${isOpen('m')}
   returning ${whole}`,
);

const count = statement('draft-count', `select count(*)::int as count from draft where mailbox_id = $1`);

const update = statement(
  'draft-update',
  `update draft d set to_addresses = $2::text[], cc_addresses = $3::text[], bcc_addresses = $4::text[], subject = $5::text,
     plain_text = $6::text, html = $7::text, in_reply_to = $8::bigint, version = version + 1, ${changed}
   where id = $1 and ($9::int is null or version = $9) returning ${whole}`,
);

/** Holds the draft, so that what is counted of it stays as it is. */
const touch = statement('draft-touch', `update draft d set ${changed} where id = $1 returning ${whole}`);

const hold = statement(
  'draft-hold',
  `select id from draft where id = $1 and ($2::bigint is null or change_id = $2) for update`,
);

const holdAll = statement('draft-hold-all', `select id from draft where mailbox_id = $1 order by id for update`);

const measure = statement(
  'draft-measure',
  `select count(a.id)::int as files,
     (coalesce(sum(a.size), 0) + (select octet_length(plain_text) + coalesce(octet_length(html), 0) from draft where id = $1))::float8 as bytes
   from draft_attachment a where draft_id = $1`,
);

const addFile = statement(
  'draft-file-add',
  `with raw as (
     insert into raw_message (id, content, blob, size, envelope_sender) values ($2::uuid, $3::bytea, $4::text, $5::int, null) returning id)
   insert into draft_attachment as a (draft_id, raw_id, filename, mime_type, size, disposition, content_id)
   select $1::bigint, id, $6::text, $7::text, $5::int, $8::text, $9::text from raw returning ${fileColumns}`,
);

/** Ends what these files hold: their rows, their messages, and in the end their blobs. */
const release = (files: string) => `gone_raw as (
     delete from raw_message r using ${files} f where r.id = f.raw_id returning r.blob),
   gone_blob as (
     insert into blob_deletion (blob) select blob from gone_raw where blob is not null on conflict do nothing)`;

const removeFile = statement(
  'draft-file-remove',
  `with file as (delete from draft_attachment where id = $1 and draft_id = $2 returning raw_id), ${release('file')}
   select raw_id from file`,
);

const remove = statement(
  'draft-remove',
  `with file as (delete from draft_attachment where draft_id = any ($1::bigint[]) returning raw_id), ${release('file')}
   delete from draft where id = any ($1::bigint[]) returning id`,
);

/** Where statements run: in a transaction, or alone. */
export type On = Pick<Database, 'query'>;

@Injectable()
export class DraftRepository {
  constructor(private readonly database: Database) {}

  async find(id: number, on: On = this.database): Promise<Draft | null> {
    const [found] = await on.query<Draft>(find, [id]);
    return found ?? null;
  }

  /** The latest change first, those before the change `before`. */
  async list(mailboxId: number, before: number, limit: number): Promise<DraftSummary[]> {
    return this.database.query<DraftSummary>(list, [mailboxId, before, limit]);
  }

  async filesOf(draftIds: readonly number[], on: On = this.database): Promise<DraftAttachment[]> {
    return on.query<DraftAttachment>(filesOf, [draftIds]);
  }

  /** Counts the drafts of a mailbox, whose number nobody else changes before the end of the transaction. */
  async countHeld(tx: SqlTx, mailboxId: number): Promise<number> {
    await tx.query(holdMailbox, [mailboxId]);
    const [row] = await tx.query<{ count: number }>(count, [mailboxId]);
    return row?.count ?? 0;
  }

  /** Null if the mailbox is closed. */
  async insert(tx: SqlTx, mailboxId: number, content: DraftContent): Promise<Draft | null> {
    const [made] = await tx.query<Draft>(insert, [mailboxId, ...valuesOf(content)]);
    return made ?? null;
  }

  /** Null if there is no such draft, or not of this version any more. */
  async update(tx: SqlTx, id: number, content: DraftContent, version: number | null): Promise<Draft | null> {
    const [saved] = await tx.query<Draft>(update, [id, ...valuesOf(content), version]);
    return saved ?? null;
  }

  /** Holds the draft, as one that has changed; null if there is none. */
  async touch(tx: SqlTx, id: number): Promise<Draft | null> {
    const [touched] = await tx.query<Draft>(touch, [id]);
    return touched ?? null;
  }

  async measure(tx: SqlTx, id: number): Promise<{ readonly files: number; readonly bytes: number }> {
    const [row] = await tx.query<{ files: number; bytes: number }>(measure, [id]);
    return row ?? { files: 0, bytes: 0 };
  }

  async addFile(
    tx: SqlTx,
    draftId: number,
    rawId: string,
    { content, blob, size }: StoredContent,
    file: Pick<DraftAttachment, 'filename' | 'mimeType' | 'disposition' | 'contentId'>,
  ): Promise<DraftAttachment> {
    const { filename, mimeType, disposition, contentId } = file;
    const values = [draftId, rawId, content, blob, size, filename, mimeType, disposition, contentId];
    const [added] = await tx.query<DraftAttachment>(addFile, values);
    if (!added) throw new Error('The attachment was inserted and is not there.');
    return added;
  }

  /** Whoever calls holds the draft. Returns false if it has no such attachment. */
  async removeFile(tx: SqlTx, draftId: number, fileId: number): Promise<boolean> {
    return (await tx.query(removeFile, [fileId, draftId])).length === 1;
  }

  /**
   * Removes a draft with all that it holds; only as it was at the change `changeId`, if that is given. It is held first, so
   * that the removal sees the attachments that were added meanwhile. Returns false if there is none.
   */
  async remove(tx: On, id: number, changeId: number | null): Promise<boolean> {
    if ((await tx.query(hold, [id, changeId])).length === 0) return false;
    await tx.query(remove, [[id]]);
    return true;
  }

  /** Removes all drafts of a mailbox. */
  async removeOfMailbox(mailboxId: number): Promise<void> {
    await this.database.sqlTransaction(async (tx) => {
      const ids = (await tx.query<{ id: bigint }>(holdAll, [mailboxId])).map(({ id }) => id);
      if (ids.length > 0) await tx.query(remove, [ids]);
    });
  }
}

function valuesOf({ to, cc, bcc, subject, text, html, inReplyTo }: DraftContent): unknown[] {
  return [to, cc, bcc, subject, text, html, inReplyTo];
}
