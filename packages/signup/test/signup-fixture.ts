import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { createTestDatabase } from '@mailroom/testing';
import { SignupDomain, SignupModule, SignupOptions, SignupService, type SignupInput } from '../src/index.js';

export type Limits = { readonly perNetworkHour?: number; readonly perHour?: number };

/** Two replicas of what lets strangers in, on one database. */
export async function startSignups({ perNetworkHour = 0, perHour = 0 }: Limits = {}) {
  const test = await createTestDatabase();
  const replica = () => openReplica(test.url, new SignupOptions('new.test', perNetworkHour, perHour));
  const replicas = [await replica(), await replica()] as const;
  for (const { domain } of replicas) await domain.prepare();
  const [{ database }] = replicas;
  let turn = 0;
  const signUp = (input: SignupInput = {}, network = '192.0.2.1/32', key?: string, challenge = async () => {}) => {
    const { service } = replicas[(turn += 1) % 2] ?? replicas[0];
    return service.signUp(input, { network, idempotencyKey: key, requestId: 'req_test' }, challenge);
  };
  return {
    database,
    url: test.url,
    signUp,
    /** The code of the failure, or "" where there was none. */
    codeOf: async (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => '',
        (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
      ),
    /** The number of rows of each table that a signup writes. */
    rows: async () => {
      const [counts] = await database.query<Record<string, number>>(countRows);
      return counts ?? {};
    },
    /** Moves every signup into the past. */
    age: async (minutes: number) => {
      await database.query(makeOlder, [minutes]);
    },
    close: async () => {
      for (const { close } of replicas) await close();
      await test.drop();
    },
  };
}

const countRows = statement(
  'test-signup-rows',
  `select (select count(*) from tenant where id <> 'tnt_default')::int as tenants,
     (select count(*) from app_user)::int as users, (select count(*) from mailbox)::int as mailboxes,
     (select count(*) from access_token)::int as tokens, (select count(*) from credit_account)::int as accounts,
     (select count(*) from audit_entry)::int as audit, (select count(*) from signup)::int as signups,
     (select count(*) from recent_signup)::int as recent`,
);
const makeOlder = statement(
  'test-signup-age',
  `update recent_signup set created_at = created_at - make_interval(mins => $1)`,
);

async function openReplica(url: string, options: SignupOptions) {
  const database = new Database({ url, poolSize: 8, secretKeys: [Buffer.alloc(32, 7)] });
  const resources = [
    { provide: Database, useValue: database },
    { provide: BlobStore, useValue: {} },
  ];
  @Global()
  @Module({ providers: resources, exports: resources })
  class Resources {}
  @Module({ imports: [Resources, SignupModule.with(options)] })
  class Root {}
  const app = await NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
  return {
    database,
    service: app.get(SignupService, { strict: false }),
    domain: app.get(SignupDomain, { strict: false }),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
