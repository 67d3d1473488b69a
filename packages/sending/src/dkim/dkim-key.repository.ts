import { Injectable } from '@nestjs/common';
import { Database, statement, type SealedColumn } from '@mailroom/database';
import type { DkimKey, NewDkimKey } from './dkim-key.js';

const columns = `domain, selector, public_key as "publicKey", status, created_at as "createdAt"`;

const list = statement('dkim-list', `select ${columns} from dkim_key where domain = any ($1::text[]) order by id desc`);

const findSigning = statement(
  'dkim-signing',
  `select selector, private_key as "privateKey" from dkim_key where domain = $1 and status = 'active'`,
);

/** If two processes create a key of the same status, the first one wins. */
const insert = statement(
  'dkim-insert',
  `insert into dkim_key (domain, selector, public_key, private_key, status) values ($1, $2, $3, $4, $5)
   on conflict do nothing`,
);

/** The two statements run in one transaction, in this order, since there must never be two active keys. */
const retire = `update dkim_key set status = 'retired' where domain = $1 and status = 'active'
  and exists (select from dkim_key where domain = $1 and status = 'next')`;
const promote = `update dkim_key set status = 'active' where domain = $1 and status = 'next'`;

/** The column that holds sealed private keys. */
export const sealedDkimKeys: readonly SealedColumn[] = [
  { table: 'dkim_key', column: 'private_key', identity: `'dkim_key/private_key/' || domain || '/' || selector` },
];

const identityOf = (domain: string, selector: string) => `dkim_key/private_key/${domain}/${selector}`;

@Injectable()
export class DkimKeyRepository {
  constructor(private readonly database: Database) {}

  /** The keys of these domains, newest first, without their private halves. */
  async list(domains: readonly string[]): Promise<DkimKey[]> {
    return this.database.query<DkimKey>(list, [domains]);
  }

  /** The private key in PEM that signs for a domain, with its selector. */
  async findSigning(domain: string): Promise<{ selector: string; privateKey: string } | null> {
    const [key] = await this.database.query<{ selector: string; privateKey: string }>(findSigning, [domain]);
    if (!key) return null;
    const { selector, privateKey } = key;
    return { selector, privateKey: this.database.secrets.open(privateKey, identityOf(domain, selector)) };
  }

  async insert(domain: string, key: NewDkimKey, status: 'active' | 'next'): Promise<void> {
    const privateKey = this.database.secrets.seal(key.privateKey, identityOf(domain, key.selector));
    await this.database.query(insert, [domain, key.selector, key.publicKey, privateKey, status]);
  }

  /** Makes the next key the one that signs, and retires the one before it. */
  async promoteNext(domain: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.$executeRawUnsafe(retire, domain);
      await tx.$executeRawUnsafe(promote, domain);
    });
  }
}
