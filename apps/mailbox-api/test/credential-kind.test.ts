import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FileBlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { createTokenText, CredentialAuthenticator, CredentialKind, type Credential } from '@mailroom/identity';
import { buildEmails, buildMailbox, buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { API_PREFIX, createMailboxApi } from '../src/mailbox-api.js';

/** A kind of credential that the system has never heard of: its texts are known to this test alone. */
class PassKind extends CredentialKind {
  override readonly name = 'pass';
  override readonly prefixes = ['mrk_'];
  readonly #passes = new Map<string, Credential>();
  #passed = 0;

  /** Returns the text of a new pass of the tenant. */
  async issue(): Promise<string> {
    const text = createTokenText('mrk_');
    this.#passed += 1;
    const own = { id: `pass:${this.#passed}`, name: `pass ${this.#passed}`, expiresAt: null };
    const principal = {
      ...own,
      level: 'manager',
      tenantId: 'tnt_p',
      mailboxId: null,
      scopes: ['read', 'send'],
    } as const;
    const hash = await crypto.subtle.digest('SHA-256', Buffer.from(text));
    this.#passes.set(Buffer.from(hash).toString('hex'), { principal, revokedAt: null });
    return text;
  }

  override async find(hash: Buffer): Promise<Credential | null> {
    return this.#passes.get(hash.toString('hex')) ?? null;
  }

  override async ended(): Promise<string[]> {
    return [];
  }
}

const passes = new PassKind();
const auditOf = statement('test-audit', `select actor, principal_id as "principalId" from audit_entry order by id`);
let test: TestDatabase;
let database: Database;
let directory: string;
let app: NestFastifyApplication;
let mailboxId: number;
let emailIds: number[];
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  directory = await mkdtemp(join(tmpdir(), 'mailroom-pass-'));
  const onError = (error: unknown) => {
    throw error;
  };
  app = await createMailboxApi(
    { database, blobs: new FileBlobStore({ directory }), onError },
    {
      baseUrl: 'http://localhost',
      mailHostname: 'localhost',
      allowPrivateWebhooks: 'none',
      showStacks: false,
      turnstile: null,
      rateLimit: { requestsPerSecond: 0.001, burst: 10 },
    },
  );
  app.get(CredentialAuthenticator, { strict: false }).register(passes);
  await app.listen(0, '127.0.0.1');
  await buildTenant(database, 'tnt_p', 'p.test');
  mailboxId = await buildMailbox(database, 'tnt_p', 'box@p.test');
  emailIds = await buildEmails(database, mailboxId, 1);
});
afterAll(async () => {
  await app.close();
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true });
});

async function call(text: string, method: 'GET' | 'POST', path: string, body?: object) {
  const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' };
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${await app.getUrl()}${API_PREFIX}${path}`, sent);
  return (await answer.json()) as { code: number; data: Record<string, unknown> };
}

it('signs in, and shows no token that it has not', async () => {
  const { code, data } = await call(await passes.issue(), 'GET', '/me');
  expect(code).toBe(200);
  expect(data).toMatchObject({ tenantId: 'tnt_p', principal: { type: 'manager', expiresAt: null } });
  expect(data.principal).not.toHaveProperty('tokenId');
  expect((await call(createTokenText('mrk_'), 'GET', '/me')).code).toBe(401);
});

it('holds the lease that it claimed, against another of its kind', async () => {
  const [holder, other] = [await passes.issue(), await passes.issue()];
  const claimed = await call(holder, 'POST', '/tasks/claim-next', { accountId: mailboxId });
  expect(claimed.data).toMatchObject({ id: emailIds[0], task: { leaseOwner: expect.stringMatching(/^pass:\d+$/) } });
  const release = (text: string) => call(text, 'POST', `/emails/${emailIds[0]}/release`, { status: 'handled' });
  expect((await release(other)).code).toBe(409);
  expect((await release(holder)).code).toBe(200);
});

it('has a rate of its own', async () => {
  const [busy, calm] = [await passes.issue(), await passes.issue()];
  const answers = await Promise.all(Array.from({ length: 12 }, () => call(busy, 'GET', '/me')));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(10);
  expect(answers.filter(({ code }) => code === 429)).toHaveLength(2);
  expect((await call(calm, 'GET', '/me')).code).toBe(200);
});

it('is named by the audit trail', async () => {
  const text = await passes.issue();
  expect((await call(text, 'POST', `/mailboxes/${mailboxId}/tokens`, {})).code).toBe(200);
  const [entry] = await database.query<object>(auditOf, []);
  expect(entry).toEqual({ actor: 'manager', principalId: expect.stringMatching(/^pass:\d+$/) });
  const { data } = await call(text, 'GET', '/audit');
  expect(data.items).toEqual([expect.objectContaining({ actor: 'manager', tokenId: null, action: 'token.issued' })]);
});
