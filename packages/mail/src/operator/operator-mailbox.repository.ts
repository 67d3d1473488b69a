import { Injectable } from '@nestjs/common';
import { beginsWith, Database, prefixEnd, statement, walkBack, type Walk } from '@mailroom/database';
import { MAILBOX_DISABLED } from '../mailbox/mailbox.js';
import { statusOf } from '../mailbox/mailbox-status.repository.js';
import type { MailboxWithLatest } from '../mailbox/mailbox.repository.js';

/** A mailbox as the operator sees it. */
export type OperatorMailbox = MailboxWithLatest & {
  /** Whether somebody has disabled it, whatever its lease says. */
  readonly disabled: boolean;
  /** Until when it is leased; null for one that is there to stay. */
  readonly leasedUntil: Date | null;
};

export type OperatorMailboxFilter = {
  readonly tenantId?: string | undefined;
  /** What its address begins with. */
  readonly begins?: string | undefined;
  /** Only those that somebody has disabled. */
  readonly disabled: boolean;
};

type Page = { readonly cursor: number | undefined; readonly limit: number };

/** The most that a search finds: whoever sees as many has to say more. */
const MAX_FOUND = 1_000;
const MAX_ID = 2_147_483_647;

const columns = `m.id, m.tenant_id as "tenantId", m.user_id as "userId", m.address, m.domain, m.name,
  ${statusOf('m')} as status, m.status = ${MAILBOX_DISABLED} as disabled, m.all_receive as "allReceive",
  m.leased_until as "leasedUntil", m.created_at as "createdAt", latest.created_at as "latestEmailAt"`;
const latest = `left join lateral (
    select e.created_at from email e
    where e.mailbox_id = m.id and e.direction = 0 and e.ready_at is not null order by e.id + 0 desc limit 1) latest on true`;
const matches = `($2::text is null or m.tenant_id = $2) and (not $3 or m.status = ${MAILBOX_DISABLED})`;

const page = (name: string, { where, order }: Walk) =>
  statement(
    `operator-mailboxes-${name}`,
    `select ${columns} from (
       select * from mailbox m where ${where} and ${matches} order by ${order} limit $4) m ${latest}
     order by m.id desc`,
  );

const lists = {
  tenant: page('tenant', walkBack({ 'm.tenant_id': '$2' }, 'm.id', '$1')),
  disabled: page('disabled', { where: `m.status = ${MAILBOX_DISABLED} and m.id < $1`, order: 'm.id desc' }),
  all: page('all', { where: 'm.id < $1', order: 'm.id desc' }),
};

const beginning = (from: string, to: string) =>
  `select * from mailbox where ${beginsWith('lower(address)', from, to)} order by lower(address) using ~<~ limit ${MAX_FOUND}`;

const search = statement(
  'operator-mailboxes-search',
  `select ${columns} from (
     select * from (${beginning('$5', '$6')}) m where m.id < $1 and ${matches} order by m.id desc limit $4) m ${latest}
   order by m.id desc`,
);

const find = statement('operator-mailbox', `select ${columns} from mailbox m ${latest} where m.id = $1`);

const count = statement(
  'operator-mailboxes-count',
  `select count(*)::int as count from (select from mailbox where tenant_id = $1 limit ${MAX_FOUND}) m`,
);

const owners = statement(
  'operator-mail-owners',
  `select tenant_id as id from (
     select tenant_id from mail_domain where ${beginsWith('lower(name)', '$1', '$2')}
     order by lower(name) using ~<~ limit ${MAX_FOUND}) d
   union select tenant_id from (${beginning('$1', '$2')}) m`,
);

/** Mailboxes as the operator looks for them, whosever they are. */
@Injectable()
export class OperatorMailboxRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(
    { tenantId, begins, disabled }: OperatorMailboxFilter,
    { cursor, limit }: Page,
  ): Promise<OperatorMailbox[]> {
    const values = [Math.min(cursor ?? MAX_ID, MAX_ID), tenantId ?? null, disabled, limit];
    if (begins !== undefined) {
      const prefix = begins.toLowerCase();
      return this.database.query<OperatorMailbox>(search, [...values, prefix, prefixEnd(prefix)]);
    }
    const by = tenantId !== undefined ? 'tenant' : disabled ? 'disabled' : 'all';
    return this.database.query<OperatorMailbox>(lists[by], values);
  }

  async find(id: number): Promise<OperatorMailbox | null> {
    const [mailbox] = await this.database.query<OperatorMailbox>(find, [id]);
    return mailbox ?? null;
  }

  /** How many mailboxes a tenant has, counted up to 1000. */
  async count(tenantId: string): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(count, [tenantId]);
    return row?.count ?? 0;
  }

  /** The tenants that own a domain or an address that begins with the text. */
  async owners(text: string): Promise<string[]> {
    const prefix = text.toLowerCase();
    return (await this.database.query<{ id: string }>(owners, [prefix, prefixEnd(prefix)])).map(({ id }) => id);
  }
}
