import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import type { Principal } from '@mailroom/identity';
import { buildTenant, createTestDatabase } from '@mailroom/testing';
import { DomainSharingService, MailboxLooks, MailModule, MailboxService } from '../src/index.js';

const managerOf = (tenantId: string): Principal => ({
  id: 'token:1',
  name: '',
  scopes: ['read', 'send'],
  expiresAt: null,
  level: 'manager',
  tenantId,
  mailboxId: null,
});

/** Two tenants: one owns `a.test`, which the other may use once it is shared. */
export async function startMailboxes() {
  const test = await createTestDatabase();
  const database = new Database({ url: test.url, poolSize: 20 });
  const resources = [
    { provide: Database, useValue: database },
    { provide: BlobStore, useValue: {} },
  ];
  @Global()
  @Module({ providers: resources, exports: resources })
  class Resources {}
  @Module({ imports: [Resources, MailModule] })
  class Root {}
  const app = await NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
  await buildTenant(database, 'tnt_owner', 'a.test');
  await buildTenant(database, 'tnt_guest', 'b.test');
  const service = app.get(MailboxService, { strict: false });
  const owner = managerOf('tnt_owner');
  const guest = managerOf('tnt_guest');
  const create = async (by: Principal, email: string, more: { allReceive?: boolean } = {}) =>
    (await service.create(by, { email, ...more, token: {} })).mailbox;
  return {
    database,
    service,
    sharing: app.get(DomainSharingService, { strict: false }),
    looks: app.get(MailboxLooks, { strict: false }),
    owner,
    guest,
    create,
    /** The addresses of all mailboxes of a tenant that has few. */
    addresses: async (of: Principal) => {
      const all = { cursor: undefined, oldestFirst: true, limit: 100 };
      return (await service.list(of, all)).map(({ address }) => address);
    },
    /** Why it was refused, or "" where it was not. */
    refusal: async (by: Principal, email: string, more: { allReceive?: boolean } = {}): Promise<string> => {
      try {
        await create(by, email, more);
        return '';
      } catch (error) {
        if (!(error instanceof Error && 'detail' in error)) throw error;
        return String(error.detail);
      }
    },
    clear: async () => {
      const change = (name: string, sql: string) => database.query(statement(`test-${name}`, sql), []);
      await change('clear-tokens', 'delete from access_token');
      await change('clear-mailboxes', 'delete from mailbox');
      await change('clear-shared', 'update mail_domain set shared = false');
    },
    close: async () => {
      await app.close();
      await database.close();
      await test.drop();
    },
  };
}
