import { randomBytes } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { TenantService } from '@mailroom/identity';
import { buildMailbox, buildTenant, createTestDatabase } from '@mailroom/testing';
import {
  RiskControls,
  RiskEventRepository,
  RiskModule,
  SendPolicyModule,
  SuppressionRepository,
  type RiskThresholds,
} from '../src/index.js';

type Policy = 'internal_only' | 'external_review' | 'external_enabled';

/** Starts the controls, and makes tenants for them to look at. */
export async function startRisk(thresholds: RiskThresholds) {
  const test = await createTestDatabase();
  const database = new Database({ url: test.url, poolSize: 20 });
  const closing: (() => Promise<void>)[] = [];
  const resources = [
    { provide: Database, useValue: database },
    { provide: BlobStore, useValue: {} },
  ];
  @Global()
  @Module({ providers: resources, exports: resources })
  class Resources {}
  const start = async (some: RiskThresholds) => {
    @Module({ imports: [Resources, SendPolicyModule, RiskModule.with(some)] })
    class Root {}
    const app = await NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
    closing.push(() => app.close());
    return app;
  };
  const app = await start(thresholds);
  const tenants = app.get(TenantService, { strict: false });
  const events = app.get(RiskEventRepository, { strict: false });
  await buildTenant(database, 'tnt_host', 'hosted.test');
  const change = (name: string, sql: string, values: unknown[] = []) =>
    database.query<Record<string, unknown>>(statement(`test-${name}`, sql), values);

  /** A tenant that signed up a month ago and pays for itself, unless `metered` is false. */
  async function tenantOf({ policy = 'external_enabled' as Policy, metered = true, ageDays = 30 } = {}) {
    const id = `tnt_${randomBytes(6).toString('hex')}`;
    await buildTenant(database, id, `${id.replace('_', '-')}.test`);
    const mailboxId = await buildMailbox(database, id, `agent@${id.replace('_', '-')}.test`);
    await change(
      'tenant',
      `update tenant set metered = $2, send_policy = $3, created_at = now() - make_interval(days => $4) where id = $1`,
      [id, metered, policy, ageDays],
    );
    return {
      id,
      mailboxId,
      /** Mail to each of these addresses, as a submission leaves it. */
      sent: async (addresses: readonly string[], hoursAgo = 1) => {
        await change(
          'sent',
          `with a as (select address, nextval('email_id_seq') as email_id from unnest($3::text[]) address),
           job as (insert into outbound_job (email_id, mailbox_id, envelope_sender, status, created_at, metered_tenant_id)
             select email_id, $2, '', 'sent', now() - make_interval(hours => $4), case when $5 then $1 end from a
             returning id, email_id)
         insert into outbound_recipient (job_id, mailbox_id, position, address, status)
         select job.id, $2, 0, a.address, 'sent' from job join a on a.email_id = job.email_id`,
          [id, mailboxId, addresses, hoursAgo, metered],
        );
      },
      suppressed: (reason: 'bounce' | 'complaint', count: number, hoursAgo = 1) =>
        change(
          'suppressed',
          `insert into suppression (tenant_id, address, reason, mailbox_id, source_email_id, created_at)
         select $1, gen_random_uuid() || '@far.test', $3, $2, 1, now() - make_interval(hours => $5)
         from generate_series(1, $4::int) returning address`,
          [id, mailboxId, reason, count, hoursAgo],
        ),
      tried: (count: number, hoursAgo = 1) =>
        change(
          'tried',
          `insert into risk_tally values ($1, 'suppressed_try', date_trunc('hour', now() - make_interval(hours => $3)), $2)
         on conflict (tenant_id, kind, hour) do update set count = risk_tally.count + $2`,
          [id, count, hoursAgo],
        ),
      received: (addresses: readonly string[]) =>
        change(
          'received',
          `insert into email (mailbox_id, direction, status, unread, raw_id, from_email, ready_at)
         select $1, 0, 'received', true, gen_random_uuid(), a, now() from unnest($2::text[]) a`,
          [mailboxId, addresses],
        ),
      standing: async () => {
        const { status, sendPolicy } = await tenants.standing(id);
        return `${status} ${sendPolicy}`;
      },
      acted: async () => (await events.newest(id, 10)).map(({ control, action }) => `${control} ${action}`),
    };
  }

  return {
    database,
    tenants,
    suppressions: app.get(SuppressionRepository, { strict: false }),
    change,
    tenantOf,
    controlsWith: async (some: RiskThresholds) => (await start(some)).get(RiskControls, { strict: false }),
    close: async () => {
      for (const close of closing) await close();
      await database.close();
      await test.drop();
    },
  };
}

export type RiskTest = Awaited<ReturnType<typeof startRisk>>;
