import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Database, statement } from '@mailroom/database';
import { BlobStore, FileBlobStore } from '@mailroom/blobs';
import type { Principal } from '@mailroom/identity';
import { buildMailbox, buildTenant, createTestDatabase, until, type TestDatabase } from '@mailroom/testing';
import { WebhookAdministration, WebhookOptions, WebhookService, WebhooksModule } from '../src/index.js';
import { startReceiver } from './receiver.js';

let test: TestDatabase;
let database: Database;
let webhooks: WebhookService;
let administration: WebhookAdministration;
let close: () => Promise<void>;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  const resources = [
    { provide: Database, useValue: database },
    { provide: BlobStore, useValue: new FileBlobStore({ directory: '/nonexistent' }) },
  ];
  @Global()
  @Module({ providers: resources, exports: resources })
  class Resources {}
  @Module({ imports: [Resources, WebhooksModule.with(new WebhookOptions('loopback', () => {}))] })
  class Root {}
  const app = await NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
  webhooks = app.get(WebhookService, { strict: false });
  administration = app.get(WebhookAdministration, { strict: false });
  close = () => app.close();
  for (const tenant of ['a', 'b', 'c', 'empty']) await buildTenant(database, `tnt_${tenant}`, `${tenant}.test`);
});
afterAll(async () => {
  await close();
  await database.close();
  await test.drop();
});

const url = 'http://127.0.0.1:1/';
const base = { id: 'token:1', name: '', scopes: ['read', 'send'], expiresAt: null } as const;
const manager = (tenantId: string): Principal => ({ ...base, level: 'manager', tenantId, mailboxId: null });
const agent = (tenantId: string, mailboxId: number): Principal => ({ ...base, level: 'mailbox', tenantId, mailboxId });
const userOf = statement('test-user', 'select user_id as id from mailbox where id = $1');
const usersOf = statement('test-users', 'select id from app_user where tenant_id = $1');
const disable = statement('test-disable', `update webhook set status = 1, failing_since = now() where id = $1`);

let made = 0;
const mailboxOf = (tenant: string) => buildMailbox(database, `tnt_${tenant}`, `m${(made += 1)}@${tenant}.test`);

describe('a webhook', () => {
  it('is shown with its secret once, and never again', async () => {
    const mailboxId = await mailboxOf('a');
    const created = await webhooks.create(agent('tnt_a', mailboxId), { url, name: 'mine' });
    const [user] = await database.query<{ id: number }>(userOf, [mailboxId]);
    expect(created).toMatchObject({ mailboxId, userId: user?.id, name: 'mine', events: ['email.received'], status: 0 });
    expect(created.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const listed = await webhooks.list(agent('tnt_a', mailboxId));
    expect(listed).toHaveLength(1);
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    expect(JSON.stringify(await webhooks.list(manager('tnt_a')))).not.toContain('whsec_');
  });

  it('of a mailbox token is bound to its mailbox; a manager may take all of the tenant, or one', async () => {
    const [own, other] = [await mailboxOf('a'), await mailboxOf('a')];
    expect(await webhooks.create(agent('tnt_a', own), { url })).toMatchObject({ mailboxId: own });
    expect(await webhooks.create(manager('tnt_a'), { url, mailboxId: other })).toMatchObject({ mailboxId: other });
    expect(await webhooks.create(manager('tnt_a'), { url })).toMatchObject({ mailboxId: null });
    await expect(webhooks.create(agent('tnt_a', own), { url, mailboxId: other })).rejects.toThrow(/not_found/);
    const theirs = await mailboxOf('b');
    await expect(webhooks.create(manager('tnt_a'), { url, mailboxId: theirs })).rejects.toThrow(/not_found/);
  });

  it('of a whole tenant belongs to its first user, who is made where there is none', async () => {
    const first = await webhooks.create(manager('tnt_empty'), { url });
    const users = await database.query<{ id: number }>(usersOf, ['tnt_empty']);
    expect(users).toEqual([{ id: first.userId }]);
    expect((await webhooks.create(manager('tnt_empty'), { url })).userId).toBe(first.userId);
  });

  it('is seen by its mailbox and by its tenant, and by nobody else', async () => {
    const [own, other] = [await mailboxOf('b'), await mailboxOf('b')];
    const mine = await webhooks.create(agent('tnt_b', own), { url });
    const wide = await webhooks.create(manager('tnt_b'), { url });
    const ids = async (principal: Principal) => (await webhooks.list(principal)).map(({ id }) => id);
    expect(await ids(agent('tnt_b', own))).toEqual([mine.id]);
    expect(await ids(agent('tnt_b', other))).toEqual([]);
    expect(await ids(manager('tnt_b'))).toEqual([mine.id, wide.id]);
    expect(await ids(manager('tnt_a'))).not.toContain(mine.id);
  });

  it('of somebody else, a deleted one and a missing one can not be deleted, with the same words', async () => {
    const [own, other] = [await mailboxOf('b'), await mailboxOf('b')];
    const { id } = await webhooks.create(agent('tnt_b', own), { url });
    const wide = await webhooks.create(manager('tnt_b'), { url });
    const attempts: [Principal, number][] = [
      [manager('tnt_a'), id],
      [agent('tnt_b', other), id],
      [agent('tnt_b', own), wide.id],
      [manager('tnt_b'), 2_000_000_000],
    ];
    const refusal = { code: 'not_found', detail: 'There is no such webhook.' };
    for (const [principal, target] of attempts) {
      await expect(webhooks.delete(principal, target)).rejects.toMatchObject(refusal);
    }
    await webhooks.delete(agent('tnt_b', own), id);
    await expect(webhooks.delete(agent('tnt_b', own), id)).rejects.toMatchObject(refusal);
    expect(await webhooks.list(agent('tnt_b', own))).toEqual([]);
  });

  it('is one of fifty at most', async () => {
    const own = agent('tnt_c', await mailboxOf('c'));
    for (let count = 0; count < 50; count += 1) await webhooks.create(own, { url });
    await expect(webhooks.create(own, { url })).rejects.toMatchObject({ code: 'quota_exceeded' });
    const [one] = await webhooks.list(own);
    await webhooks.delete(own, one?.id ?? 0);
    await webhooks.create(own, { url });
    await webhooks.create(agent('tnt_c', await mailboxOf('c')), { url });
  });
});

describe('a test', () => {
  it('is made for a tenant, however many another one makes of endpoints that stay silent', async () => {
    const silent = await startReceiver(() => {});
    const answering = await startReceiver();
    const [own, other] = [agent('tnt_a', await mailboxOf('a')), agent('tnt_b', await mailboxOf('b'))];
    const made = await Promise.all(Array.from({ length: 20 }, () => webhooks.create(own, { url: silent.url() })));
    const theirs = await webhooks.create(other, { url: answering.url() });
    const tests = made.map(({ id }) => webhooks.test(own, id).then(({ delivered }) => delivered, String));
    await until(() => silent.hits.length >= 8);
    expect(await webhooks.test(other, theirs.id)).toMatchObject({ delivered: true, status: 204 });
    for (const receiver of [silent, answering]) await receiver.close();
    expect(await Promise.all(tests)).not.toContain(true);
  });
});

describe('the operator', () => {
  it('sees what fails, without secrets, and enables it again', async () => {
    const own = agent('tnt_a', await mailboxOf('a'));
    const { id } = await webhooks.create(own, { url });
    expect((await administration.failing()).map((webhook) => webhook.id)).not.toContain(id);
    await database.query(disable, [id]);
    const failing = await administration.failing();
    expect(failing).toContainEqual(expect.objectContaining({ id, tenantId: 'tnt_a', status: 'disabled' }));
    expect(JSON.stringify(failing)).not.toContain('whsec_');
    await administration.enable(id);
    expect((await webhooks.list(own))[0]?.status).toBe(0);
    expect((await administration.failing()).map((webhook) => webhook.id)).not.toContain(id);
    await expect(administration.enable(2_000_000_000)).rejects.toMatchObject({ code: 'not_found' });
  });
});
