import { Injectable } from '@nestjs/common';
import { Database, Prisma, statement, type Tx } from '@mailroom/database';
import type { Mailbox } from './mailbox.js';

export type MailboxWithLatest = Mailbox & { readonly latestEmailAt: Date | null };

const columns = `m.id, m.tenant_id as "tenantId", m.user_id as "userId", m.address, m.domain, m.name, m.status,
  m.all_receive as "allReceive", m.created_at as "createdAt"`;

const findById = statement('mailbox-by-id', `select ${columns} from mailbox m where m.id = $1`);

const idsOfTenant = statement('mailbox-ids', `select id from mailbox where tenant_id = $1`);

const listWithLatest = statement(
  'mailbox-list',
  `select ${columns}, latest.created_at as "latestEmailAt"
   from mailbox m left join lateral (
     select e.created_at from email e
     where e.mailbox_id = m.id and e.direction = 0 and e.ready_at is not null order by e.id desc limit 1) latest on true
   where m.tenant_id = $1 and ($2::int is null or m.id = $2) order by m.id`,
);

/**
 * Which mailbox gets mail for each address: the one of that name, or else the domain's catch-all. An address that was
 * ever used falls to nobody else, so a disabled mailbox is found (and refused by its status), not passed over. Of several
 * catch-alls the oldest active one takes the mail.
 */
const resolveRecipients = statement(
  'mailbox-resolve',
  `select r.address as recipient, m.id as "mailboxId", m.status, d.name is not null as hosted
   from unnest($1::text[], $2::text[]) as r (address, domain)
   left join mail_domain d on d.name = r.domain
   left join lateral (
     select id, status from mailbox where address = r.address
     union all
     (select id, status from mailbox
      where domain = r.domain and all_receive and not exists (select from mailbox where address = r.address)
      order by status, id limit 1)) m on true`,
);

export type ResolvedRecipient = {
  readonly recipient: string;
  readonly mailboxId: number | null;
  readonly status: number | null;
  /** Whether the domain is one of ours. */
  readonly hosted: boolean;
};

@Injectable()
export class MailboxRepository {
  constructor(private readonly database: Database) {}

  async find(id: number): Promise<Mailbox | null> {
    const [mailbox] = await this.database.query<Mailbox>(findById, [id]);
    return mailbox ?? null;
  }

  async idsOfTenant(tenantId: string): Promise<number[]> {
    return (await this.database.query<{ id: number }>(idsOfTenant, [tenantId])).map(({ id }) => id);
  }

  /** The tenant's mailboxes, or just `onlyId`, with the time of the newest received email. */
  async listWithLatest(tenantId: string, onlyId: number | null): Promise<MailboxWithLatest[]> {
    return this.database.query<MailboxWithLatest>(listWithLatest, [tenantId, onlyId]);
  }

  async resolveRecipients(addresses: readonly string[], domains: readonly string[]): Promise<ResolvedRecipient[]> {
    return this.database.query<ResolvedRecipient>(resolveRecipients, [addresses, domains]);
  }

  /** Null when the address was used before. */
  async insert(tx: Tx, mailbox: Omit<Mailbox, 'id' | 'status' | 'createdAt'>): Promise<Mailbox | null> {
    const [created] = await tx.mailbox.createManyAndReturn({ data: [mailbox], skipDuplicates: true });
    return created ?? null;
  }

  async update(tx: Tx, id: number, change: Prisma.MailboxUpdateManyMutationInput): Promise<void> {
    await tx.mailbox.updateMany({ where: { id }, data: change });
  }

  async findDomain(name: string): Promise<{ name: string; tenantId: string } | null> {
    return this.database.use((client) => client.mailDomain.findUnique({ where: { name } }));
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

  /** Adds the domains that are missing; one that another tenant owns stays theirs. */
  async ensureDomains(tenantId: string, names: readonly string[]): Promise<void> {
    await this.database.use((client) =>
      client.mailDomain.createMany({ data: names.map((name) => ({ name, tenantId })), skipDuplicates: true }),
    );
  }
}
