import { Injectable } from '@nestjs/common';
import { Database, Prisma, anyUnseen, statement, unseen, type Tx } from '@mailroom/database';
import { statusOf } from './mailbox-status.repository.js';
import type { Mailbox } from './mailbox.js';

type NewMailboxRow = Omit<Mailbox, 'id' | 'status' | 'createdAt' | 'encryption' | 'sealBeforeExtraction'>;

export type MailboxWithLatest = Mailbox & { readonly latestEmailAt: Date | null };

export type MailboxPage = {
  /** Only beyond this id, in the order asked for. */
  readonly cursor: number | undefined;
  readonly oldestFirst: boolean;
  readonly limit: number;
};

const BEYOND_ALL = Number.MAX_SAFE_INTEGER;

const columns = `m.id, m.tenant_id as "tenantId", m.user_id as "userId", m.address, m.domain, m.name,
  ${statusOf('m')} as status, m.all_receive as "allReceive", m.encryption,
  m.seal_before_extraction as "sealBeforeExtraction", m.created_at as "createdAt"`;

const setShared = `
  with before as (select name, tenant_id, shared from mail_domain where name = $1 for update)
  update mail_domain d set shared = $2 from before b where d.name = b.name
  returning b.tenant_id as "tenantId", b.shared <> $2 as "isChanged"`;

const findById = statement('mailbox-by-id', `select ${columns} from mailbox m where m.id = $1`);

const findByIds = statement(
  'mailbox-by-ids',
  `select ${columns} from mailbox m where m.id = ${anyUnseen('$1::int[]')}`,
);

const findTaken = statement(
  'mailbox-taken',
  `select from mailbox where address = $1 union all select from mailbox where domain = $2 and look = $3 and look <> ''`,
);

const findTakenAmong = statement(
  'mailbox-taken-among',
  `select n.address from unnest($1::text[], $3::text[]) as n (address, look)
   where exists (select from mailbox where address = n.address)
     or exists (select from mailbox where domain = $2 and look = n.look and look <> '')`,
);

const idsOfTenant = statement('mailbox-ids', `select id from mailbox where tenant_id = $1`);

const withLatest = `select ${columns}, latest.created_at as "latestEmailAt"
   from mailbox m left join lateral (
     select e.created_at from email e
     where e.mailbox_id = m.id and e.direction = 0 and e.ready_at is not null order by e.id + 0 desc limit 1) latest on true
   where m.tenant_id = $1`;

const list = (order: string, beyond: string) =>
  statement(`mailbox-list-${order}`, `${withLatest} and m.id ${beyond} $2::bigint order by m.id ${order} limit $3`);
const lists = { desc: list('desc', '<'), asc: list('asc', '>') };

const listOne = statement('mailbox-list-one', `${withLatest} and m.id = $2`);
const listAddress = statement('mailbox-list-address', `${withLatest} and m.address = $2`);

/**
 * Which mailbox gets mail for each address: the one of that name, or else the domain's catch-all. An address that was
 * ever used falls to nobody else, so a disabled mailbox is found (and refused by its status), not passed over. Of several
 * catch-alls the oldest active one takes the mail. `leaseSeconds` is what is left of the lease of a mailbox that has one.
 */
const resolveRecipients = statement(
  'mailbox-resolve',
  `select r.address as recipient, m.id as "mailboxId", m.status, d.name is not null as hosted,
     extract(epoch from m.leased_until - now())::float8 as "leaseSeconds", m.encryption
   from unnest(${unseen('$1::text[]')}, $2::text[]) as r (address, domain)
   left join mail_domain d on d.name = r.domain
   left join lateral (
     select id, ${statusOf('o')} as status, leased_until, encryption from mailbox o where address = r.address
     union all
     (select id, status, leased_until, encryption from mailbox
      where domain = r.domain and all_receive and not exists (select from mailbox where address = r.address)
      order by status, id limit 1)) m on true`,
);

const findHosted = statement('domain-hosted', `select name from mail_domain where name = any ($1::text[])`);

/** Whose domain it is, and whether it was otherwise before. */
type DomainChange = { readonly tenantId: string; readonly isChanged: boolean };

export type ResolvedRecipient = {
  readonly recipient: string;
  readonly mailboxId: number | null;
  readonly status: number | null;
  /** Whether the domain is one of ours. */
  readonly hosted: boolean;
  /** Null for a mailbox that is there to stay. */
  readonly leaseSeconds: number | null;
  readonly encryption: Mailbox['encryption'] | null;
};

@Injectable()
export class MailboxRepository {
  constructor(private readonly database: Database) {}

  async find(id: number): Promise<Mailbox | null> {
    const [mailbox] = await this.database.query<Mailbox>(findById, [id]);
    return mailbox ?? null;
  }

  /** Returns those that are there, by their ids. */
  async findMany(ids: readonly number[]): Promise<Map<number, Mailbox>> {
    const mailboxes = await this.database.query<Mailbox>(findByIds, [ids]);
    return new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox]));
  }

  async findByAddress(address: string): Promise<Mailbox | null> {
    const found = await this.database.use((client) => client.mailbox.findUnique({ where: { address } }));
    return found as Mailbox | null;
  }

  async idsOfTenant(tenantId: string): Promise<number[]> {
    return (await this.database.query<{ id: number }>(idsOfTenant, [tenantId])).map(({ id }) => id);
  }

  /** The tenant's mailboxes, page by page, each with the time of its newest received email. */
  async listWithLatest(tenantId: string, { cursor, oldestFirst, limit }: MailboxPage): Promise<MailboxWithLatest[]> {
    const start = cursor ?? (oldestFirst ? 0 : BEYOND_ALL);
    return this.database.query<MailboxWithLatest>(lists[oldestFirst ? 'asc' : 'desc'], [tenantId, start, limit]);
  }

  /** The same of one mailbox, by its id or its canonical address; null where the tenant has none such. */
  async findWithLatest(tenantId: string, key: number | string): Promise<MailboxWithLatest | null> {
    const by = typeof key === 'number' ? listOne : listAddress;
    const [found] = await this.database.query<MailboxWithLatest>(by, [tenantId, key]);
    return found ?? null;
  }

  async resolveRecipients(addresses: readonly string[], domains: readonly string[]): Promise<ResolvedRecipient[]> {
    return this.database.query<ResolvedRecipient>(resolveRecipients, [addresses, domains]);
  }

  /** Returns those of these domains that are ours. */
  async findHosted(domains: readonly string[]): Promise<string[]> {
    return (await this.database.query<{ name: string }>(findHosted, [domains])).map(({ name }) => name);
  }

  async isTaken(place: { address: string; domain: string; look: string }): Promise<boolean> {
    return (await this.database.query(findTaken, [place.address, place.domain, place.look])).length > 0;
  }

  /** Returns those of these addresses that were used before, as they are or as one that looks the same. */
  async takenAmong(domain: string, places: readonly { address: string; look: string }[]): Promise<string[]> {
    const [addresses, looks] = [places.map(({ address }) => address), places.map(({ look }) => look)];
    const taken = await this.database.query<{ address: string }>(findTakenAmong, [addresses, domain, looks]);
    return taken.map(({ address }) => address);
  }

  /** Returns null if the address, or one of its domain that looks the same, was used before. */
  async insert(tx: Tx, mailbox: NewMailboxRow & { readonly look: string }): Promise<Mailbox | null> {
    const [created] = await tx.mailbox.createManyAndReturn({ data: [mailbox], skipDuplicates: true });
    return (created as Mailbox | undefined) ?? null;
  }

  /** The status as it was set, which nobody else changes before the transaction ends. */
  async lockStatus(tx: Tx, id: number): Promise<number | undefined> {
    const rows = await tx.$queryRaw<{ status: number }[]>`
      select status from mailbox where id = ${id} for no key update`;
    return rows[0]?.status;
  }

  async update(tx: Tx, id: number, change: Prisma.MailboxUpdateManyMutationInput): Promise<void> {
    await tx.mailbox.updateMany({ where: { id }, data: change });
  }

  async findDomain(name: string): Promise<{ name: string; tenantId: string; shared: boolean } | null> {
    return this.database.use((client) => client.mailDomain.findUnique({ where: { name } }));
  }

  /** Whether other tenants may use the domain; this stays so until the transaction ends. */
  async holdShared(tx: Tx, name: string): Promise<boolean> {
    const rows = await tx.$queryRaw<
      { shared: boolean }[]
    >`select shared from mail_domain where name = ${name} for share`;
    return rows[0]?.shared ?? false;
  }

  /** Returns null if there is no such domain. */
  async setShared(tx: Tx, name: string, shared: boolean): Promise<DomainChange | null> {
    const rows = await tx.$queryRawUnsafe<DomainChange[]>(setShared, name, shared);
    return rows[0] ?? null;
  }

  async hasCatchAll(tx: Tx, domain: string): Promise<boolean> {
    return (await tx.mailbox.findFirst({ where: { domain, allReceive: true }, select: { id: true } })) !== null;
  }

  /** The names of the tenant's domains. */
  async domainsOf(tenantId: string): Promise<string[]> {
    const where = { where: { tenantId }, select: { name: true }, orderBy: { name: 'asc' } } as const;
    return (await this.database.use((client) => client.mailDomain.findMany(where))).map(({ name }) => name);
  }

  /** Every domain of the installation. */
  async allDomains(): Promise<string[]> {
    const query = { select: { name: true }, orderBy: { name: 'asc' } } as const;
    return (await this.database.use((client) => client.mailDomain.findMany(query))).map(({ name }) => name);
  }

  /** Adds the missing domains; a domain that another tenant owns stays theirs. */
  async ensureDomains(tenantId: string, names: readonly string[]): Promise<void> {
    await this.database.use((client) =>
      client.mailDomain.createMany({ data: names.map((name) => ({ name, tenantId })), skipDuplicates: true }),
    );
  }
}
