import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import type { EmailAddressee } from '../email/email.js';
import { ATTACHMENT_MARK, BLOCKS_IN_RANGE, directionMark, fieldMarks } from './search-query.js';
import { BLOCK_SIZE, OCTET_SIZE } from './search.repository.js';

export type IndexableEmail = {
  readonly id: number;
  readonly subject: string;
  readonly fromEmail: string;
  readonly fromName: string;
  readonly recipients: readonly EmailAddressee[];
  readonly text: string;
  /** The HTML of a message that has no text. */
  readonly html: string;
};

/** Ready emails that the index does not have. An end-to-end encrypted body is not there to be indexed. */
const load = statement(
  'search-load',
  `select e.id, e.subject, e.from_email as "fromEmail", e.from_name as "fromName",
     e.to_addresses || e.cc_addresses || e.bcc_addresses || jsonb_build_object('email', e.recipient, 'name', '') as recipients,
     coalesce(c.plain_text, '') as text, case when c.plain_text = '' then c.html else '' end as html
   from email e left join message_content c on c.raw_id = e.raw_id
   where e.id = any ($1::bigint[]) and e.ready_at is not null
     and not exists (select from email_index x where x.email_id = e.id)`,
);

/**
 * Adds emails ($1 id and words). Each mailbox counts its own, under a lock that is held until the commit, so that its
 * numbers become visible in their order. One that another process adds meanwhile leaves a gap, which is harmless.
 */
const insert = statement(
  'search-insert',
  `with item as (
     select e.id, e.mailbox_id, e.direction, e.attachment_count > 0 as has_attachment, e.created_at, i.words::tsvector as words
     from json_to_recordset($1::json) as i (id bigint, words text) join email e on e.id = i.id
     where not exists (select from email_index x where x.email_id = e.id)),
   counter as (
     insert into search_mailbox as s (mailbox_id, next_seq)
     select mailbox_id, count(*) from item group by mailbox_id order by mailbox_id
     on conflict (mailbox_id) do update set next_seq = s.next_seq + excluded.next_seq
     returning mailbox_id, next_seq, sealed_blocks),
   added as (
     insert into email_index (mailbox_id, seq, email_id, direction, has_attachment, created_at, words)
     select i.mailbox_id, c.next_seq - row_number() over (partition by i.mailbox_id order by i.id desc), i.id, i.direction,
       i.has_attachment, i.created_at, i.words
     from item i join counter c using (mailbox_id)
     on conflict (email_id) do nothing)
   select mailbox_id as "mailboxId" from counter where next_seq / ${BLOCK_SIZE} > sealed_blocks`,
);

/** What the emails of octets hold, as `blockTerm` computes it: a row for each term of each octet. */
const octetTerms = (which: string) => `
  select x.mailbox_id, (x.seq / ${OCTET_SIZE})::int as octet, t.term, min(x.created_at) as first_at, max(x.created_at) as last_at
  from email_index x cross join lateral (
    select ('x' || left(md5(x.mailbox_id || ' ' || mark), 8))::bit(32)::int as term from (
      select lexeme as mark from unnest(x.words)
      union all
      select case weight when 'A' then '${fieldMarks.A}' when 'B' then '${fieldMarks.B}' else '${fieldMarks.C}' end || lexeme
      from unnest(x.words) w cross join lateral (select distinct unnest(w.weights) as weight) k where weight in ('A', 'B', 'C')
      union all
      select case x.direction when 0 then '${directionMark('received')}' else '${directionMark('sent')}' end
      union all
      select '${ATTACHMENT_MARK}' where x.has_attachment
      union all
      select 'in:' || x.seq / ${BLOCK_SIZE * BLOCKS_IN_RANGE}) m) t
  where ${which} group by 1, 2, 3`;

const octets = `
  select mailbox_id, octet, array_agg(term) as terms, min(first_at) as first_at, max(last_at) as last_at
  from octet_term group by 1, 2`;
const blocks = `
  select mailbox_id, octet / ${BLOCK_SIZE / OCTET_SIZE} as block, array_agg(distinct term) as terms,
    min(first_at) as first_at, max(last_at) as last_at
  from octet_term group by 1, 2`;

/** Seals the next blocks of a mailbox ($1) that are full, at most $2; whoever comes second finds nothing to do. */
const seal = statement(
  'search-seal',
  `with due as (
     select mailbox_id, sealed_blocks, least(next_seq / ${BLOCK_SIZE}, sealed_blocks + $2::int)::int as until
     from search_mailbox where mailbox_id = $1 and next_seq / ${BLOCK_SIZE} > sealed_blocks for update),
   marked as (
     update search_mailbox s set sealed_blocks = d.until from due d where s.mailbox_id = d.mailbox_id
     returning s.next_seq / ${BLOCK_SIZE} > s.sealed_blocks as more),
   octet_term as materialized (${octetTerms(
     `x.mailbox_id = $1 and x.seq >= (select sealed_blocks from due)::bigint * ${BLOCK_SIZE}
        and x.seq < (select until from due)::bigint * ${BLOCK_SIZE}`,
   )}),
   octet as (
     insert into email_octet (mailbox_id, octet, terms, first_at, last_at) ${octets} on conflict do nothing),
   block as (
     insert into email_block (mailbox_id, block, terms, first_at, last_at) ${blocks} on conflict do nothing)
   select more from marked`,
);

const renewed = 'set terms = excluded.terms, first_at = excluded.first_at, last_at = excluded.last_at';

/** Makes blocks anew that lost emails, at most $1, with their octets, and deletes those that lost all. */
const renew = statement(
  'search-renew',
  `with due as (
     select mailbox_id, block from email_block where stale limit $1 for update skip locked),
   octet_term as materialized (${octetTerms(
     `exists (select from due d where d.mailbox_id = x.mailbox_id
        and x.seq between d.block::bigint * ${BLOCK_SIZE} and d.block::bigint * ${BLOCK_SIZE} + ${BLOCK_SIZE - 1})`,
   )}),
   octet as (
     insert into email_octet (mailbox_id, octet, terms, first_at, last_at) ${octets}
     on conflict (mailbox_id, octet) do update ${renewed}),
   block as (
     insert into email_block (mailbox_id, block, terms, first_at, last_at) ${blocks}
     on conflict (mailbox_id, block) do update ${renewed}, stale = false),
   emptied_octet as (
     delete from email_octet o using due d
     where o.mailbox_id = d.mailbox_id
       and o.octet between d.block * ${BLOCK_SIZE / OCTET_SIZE} and d.block * ${BLOCK_SIZE / OCTET_SIZE} + ${BLOCK_SIZE / OCTET_SIZE - 1}
       and not exists (select from octet_term t where t.mailbox_id = o.mailbox_id and t.octet = o.octet)),
   emptied_block as (
     delete from email_block b using due d
     where b.mailbox_id = d.mailbox_id and b.block = d.block and not exists (
       select from octet_term t where t.mailbox_id = b.mailbox_id and t.octet / ${BLOCK_SIZE / OCTET_SIZE} = b.block))
   select count(*) as count from due`,
);

const findMissing = statement(
  'search-missing',
  `select id from email e where id > $1 and ready_at is not null
     and not exists (select from email_index x where x.email_id = e.id) order by id limit $2`,
);

/** The search index as it is written. */
@Injectable()
export class SearchIndexRepository {
  constructor(private readonly database: Database) {}

  async load(emailIds: readonly number[]): Promise<IndexableEmail[]> {
    return this.database.query<IndexableEmail>(load, [emailIds]);
  }

  /** Returns the mailboxes that have blocks to seal. */
  async insert(items: readonly { readonly id: number; readonly words: string }[]): Promise<number[]> {
    const rows = await this.database.query<{ mailboxId: number }>(insert, [JSON.stringify(items)]);
    return rows.map(({ mailboxId }) => mailboxId);
  }

  /** Tells whether there are more. */
  async seal(mailboxId: number, limit: number): Promise<boolean> {
    const [row] = await this.database.query<{ more: boolean }>(seal, [mailboxId, limit]);
    return row?.more ?? false;
  }

  /** Returns how many blocks of at most `limit` were stale. */
  async renewStale(limit: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(renew, [limit]);
    return row?.count ?? 0;
  }

  /** Ids of emails after one that the index does not have. */
  async missing(afterId: number, limit: number): Promise<number[]> {
    return (await this.database.query<{ id: number }>(findMissing, [afterId, limit])).map(({ id }) => id);
  }
}
