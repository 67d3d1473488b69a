import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { buildMailbox, buildTenant, createTestDatabase } from '@mailroom/testing';
import { SendPolicy, SendPolicyModule, type IntendedSend, type Objection, type SendRule } from '../src/index.js';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let policy: SendPolicy;
let mailboxId: number;
let close: () => Promise<void>;

beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  const resources = [
    { provide: Database, useValue: database },
    { provide: BlobStore, useValue: {} },
  ];
  @Global()
  @Module({ providers: resources, exports: resources })
  class Resources {}
  @Module({ imports: [Resources, SendPolicyModule] })
  class Root {}
  const app = await NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
  policy = app.get(SendPolicy);
  await buildTenant(database, 'tnt_a', 'a.test');
  mailboxId = await buildMailbox(database, 'tnt_a', 'agent@a.test');
  close = () => app.close();
});
afterAll(async () => {
  await close();
  await database.close();
  await test.drop();
});

const change = (name: string, sql: string, values: unknown[] = []) =>
  database.query<Record<string, unknown>>(statement(`test-${name}`, sql), values);
const sendTo = (...recipients: IntendedSend['recipients']): IntendedSend => ({
  tenantId: 'tnt_a',
  mailboxId,
  recipients,
});
const far = { field: 'to.0', address: 'far@example.org', reach: 'external' } as const;
const terms = {
  tenantId: '$1::text',
  mailboxId: '$2::int',
  addresses: '$3::text[]',
  externalAddresses: '$4::text[]',
  externalCount: '$5::int',
};

/** Asks the rules, as a submission does; resolves to what the caller would hear, or to null. */
async function refusalOf(send: IntendedSend, by = policy): Promise<DomainError | null> {
  const addressesOf = (recipients: IntendedSend['recipients']) =>
    recipients.map(({ address }) => address.toLowerCase());
  const external = send.recipients.filter(({ reach }) => reach === 'external');
  const [objection] = await database.query<Objection>(
    statement(
      `test-asked-${(asked += 1)}`,
      `with intended as (select ${Object.values(terms).join(', ')}), ${by.judgement(terms)} select * from objection`,
    ),
    [send.tenantId, send.mailboxId, addressesOf(send.recipients), addressesOf(external), external.length],
  );
  return objection ? by.refusal(objection, send) : null;
}
let asked = 0;

describe('the policy', () => {
  it('lets an active tenant write to addresses that are not suppressed', async () => {
    expect(await refusalOf(sendTo(far))).toBeNull();
  });

  it('refuses the mail of a tenant that is suspended, or is none', async () => {
    const setStatus = (status: string) => change('status', 'update tenant set status = $1', [status]);
    const refusal = {
      code: 'policy_suspended',
      detail: 'Sending is suspended for this tenant.',
      fix: 'Ask the operator to lift the suspension.',
    };
    await setStatus('suspended');
    expect(await refusalOf(sendTo(far))).toMatchObject(refusal);
    await setStatus('active');
    expect(await refusalOf({ ...sendTo(far), tenantId: 'tnt_absent' })).toMatchObject(refusal);
  });

  it('refuses mail to a suppressed address, however it is spelled, and says where it is named', async () => {
    await change(
      'suppress',
      `insert into suppression (tenant_id, address, reason, mailbox_id, source_email_id)
       values ('tnt_a', 'gone@far.test', 'bounce', $1, 1)`,
      [mailboxId],
    );
    const gone = { address: 'Gone@far.test', reach: 'external' } as const;
    expect(await refusalOf(sendTo(far, { ...gone, field: 'cc.0' }, { ...gone, field: 'bcc.0' }))).toMatchObject({
      code: 'recipient_suppressed',
      detail: 'Mail to Gone@far.test is suppressed: it bounced or was complained about.',
      fields: [
        { field: 'cc.0', message: 'Gone@far.test is suppressed' },
        { field: 'bcc.0', message: 'Gone@far.test is suppressed' },
      ],
    });
  });
});

describe('a rule', () => {
  const onlyHosted: SendRule<readonly string[]> = {
    name: 'test-only-hosted',
    objection: ({ externalAddresses }) =>
      `select to_jsonb(${externalAddresses}) where cardinality(${externalAddresses}) > 0`,
    refusal: (found) => new DomainError('external_send_not_enabled', `Not to ${found.join(', ')}.`),
  };
  const never: SendRule<boolean> = {
    name: 'test-never',
    objection: () => 'select true',
    refusal: () => new DomainError('quota_exceeded', 'Never.'),
  };

  it('is told which recipients leave the installation, and tells its refusal what it found', async () => {
    const policyOfOne = new SendPolicy([onlyHosted]);
    expect(await refusalOf(sendTo(far, { ...far, address: 'in@a.test', reach: 'hosted' }), policyOfOne)).toMatchObject({
      code: 'external_send_not_enabled',
      detail: 'Not to far@example.org.',
    });
    expect(await refusalOf(sendTo({ ...far, reach: 'hosted' }), policyOfOne)).toBeNull();
  });

  it('that comes first is the one that the caller hears', async () => {
    const code = async (...rules: SendRule[]) => (await refusalOf(sendTo(far), new SendPolicy(rules)))?.code;
    expect(await code(onlyHosted, never)).toBe('external_send_not_enabled');
    expect(await code(never, onlyHosted)).toBe('quota_exceeded');
  });
});
