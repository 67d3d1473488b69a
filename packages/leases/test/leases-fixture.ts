import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ledger, PaymentProofs, PaymentsModule, PaymentsOptions, ProofReturn, readPayments } from '@mailroom/billing';
import { BlobStore, FileBlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { MailboxPasswords, type Principal } from '@mailroom/identity';
import { RecipientDirectory } from '@mailroom/mail';
import { EventFeed } from '@mailroom/messaging';
import { buildTenant, createTestDatabase } from '@mailroom/testing';
import {
  Cooldown,
  LeaseAllocation,
  LeaseDomain,
  LeaseService,
  LeasesModule,
  LeaseUpkeep,
  LeaseUpkeepModule,
  PaidCalls,
  protectedRoutes,
  readLeases,
  type CallKind,
} from '../src/index.js';

const BASE_URL = 'https://mail.example';

/** Two replicas of all that leases need, on one database. */
export async function startLeases(env: Record<string, string> = {}) {
  const test = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'mailroom-leases-'));
  const blobs = new FileBlobStore({ directory });
  const open = (keys?: readonly Buffer[]) => openReplica(test.url, blobs, env, keys);
  const replicas = [await open(), await open()] as const;
  const [{ database, domain }] = replicas;
  await buildTenant(database, 'tnt_default', 'other.test');
  await domain.prepare();
  const rows = async <Row extends object = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    database.query<Row>(statement(`test-${randomBytes(6).toString('hex')}`, sql), values);
  let turn = 0;
  const replica = () => replicas[(turn += 1) % 2] ?? replicas[0];
  return {
    url: test.url,
    directory,
    blobs,
    replicas,
    database,
    rows,
    open,
    replica,
    agent: (credits = 0, metered = true) => newAgent(rows, credits, metered),
    allocate: (agent: Principal, hours?: number, proof?: string) =>
      replica().allocation.allocate(agent, { hours }, proof),
    proofFor: async ({ tenantId }: Principal, kind: CallKind) => {
      const call = { tenantId, ...protectedRoutes[kind] };
      return (await replica().proofs.issue({ tenantId, baseUrl: BASE_URL, proof: undefined }, call)).text;
    },
    account: async ({ tenantId }: Principal) => {
      const [row] = await rows<{ available: number; reserved: number }>(
        'select available, reserved from credit_account where tenant_id = $1',
        [tenantId],
      );
      return row ?? { available: 0, reserved: 0 };
    },
    /** Sets the lease back, as if these hours had passed since it began. */
    pass: (leaseId: string, hours: number) =>
      rows(
        `with moved as (
           update mailbox_lease set created_at = created_at - make_interval(hours => $2),
             expires_at = expires_at - make_interval(hours => $2), warn_at = warn_at - make_interval(hours => $2),
             released_at = released_at - make_interval(hours => $2), purge_at = purge_at - make_interval(hours => $2)
           where id = $1 returning mailbox_id)
         update mailbox m set leased_until = leased_until - make_interval(hours => $2) from moved where m.id = moved.mailbox_id`,
        [leaseId, hours],
      ),
    events: async (type: string) =>
      (
        await rows<{ payload: Record<string, unknown> }>(`select payload from outbox_event where type = $1`, [type])
      ).map(({ payload }) => payload),
    close: async () => {
      for (const { close } of replicas) await close();
      await blobs.close();
      await test.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type Leases = Awaited<ReturnType<typeof startLeases>>;

type Rows = (sql: string, values?: unknown[]) => Promise<object[]>;

/** A tenant with a wallet, and its agent, signed in. */
async function newAgent(rows: Rows, credits: number, metered: boolean): Promise<Principal & { agentId: string }> {
  const id = randomBytes(6).toString('hex');
  const [tenantId, agentId] = [`tnt_${id}`, `agt_${id}`];
  await rows(
    `with t as (
       insert into tenant (id, name, metered, billing_state, send_policy)
       values ($1, $1, $2, case when $2 then 'free' else 'paid_active' end, case when $2 then 'internal_only' else 'external_enabled' end)
       returning id),
     w as (insert into wallet (address, agent_id, tenant_id) select '0x' || $4, $3, id from t),
     a as (insert into credit_account (tenant_id) select id from t)
     insert into app_user (tenant_id) select id from t`,
    [tenantId, metered, agentId, id.padEnd(40, '0')],
  );
  if (credits > 0) {
    await rows(
      `insert into ledger_entry (tenant_id, from_account, to_account, amount, cause_type, cause_id)
       values ($1, 'granted', 'available', $2, 'grant', gen_random_uuid()::text)`,
      [tenantId, credits],
    );
  }
  const rights = { level: 'manager', mailboxId: null, scopes: ['read', 'send'], expiresAt: null } as const;
  return { id: `session:${id}`, tenantId, agentId, name: '', ...rights };
}

async function openReplica(
  url: string,
  blobs: BlobStore,
  env: Record<string, string>,
  secretKeys: readonly Buffer[] = [Buffer.alloc(32, 7)],
) {
  const database = new Database({ url, poolSize: 10, secretKeys });
  const refuse = (problem: string) => {
    throw new Error(problem);
  };
  const { prices } = readPayments({}, refuse);
  const payments = PaymentsModule.with(new PaymentsOptions(prices, null, refuse as never));
  const resources = [
    { provide: Database, useValue: database },
    { provide: BlobStore, useValue: blobs },
    { provide: EventFeed, useFactory: () => new EventFeed(database, () => {}) },
  ];
  @Global()
  @Module({ providers: resources, exports: resources })
  class Resources {}
  const settings = readLeases({ LEASE_DOMAIN: 'lease.test', ...env }, refuse);
  @Module({ imports: [Resources, payments, LeasesModule.with(settings, BASE_URL, payments), LeaseUpkeepModule] })
  class Root {}
  const app = await NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
  const part = <T>(type: new (...parts: never[]) => T): T => app.get(type, { strict: false });
  return {
    database,
    part,
    allocation: part(LeaseAllocation),
    leases: part(LeaseService),
    domain: part(LeaseDomain),
    calls: part(PaidCalls),
    cooldown: part(Cooldown),
    proofs: part(PaymentProofs),
    proofReturn: new ProofReturn(database),
    ledger: part(Ledger),
    passwords: part(MailboxPasswords),
    directory: part(RecipientDirectory),
    upkeep: part(LeaseUpkeep),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/** The code of the failure, or "" where there was none. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => '',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
}

/** The codes of the reasons of a 402. */
export async function reasonsOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'none',
    (error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'payment_required') return error;
      return (error.details['reasons'] as { code: string }[]).map(({ code }) => code).join();
    },
  );
}
