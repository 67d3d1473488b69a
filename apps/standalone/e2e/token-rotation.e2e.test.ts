import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { HostedClient } from './hosted-client.js';
import { startMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let database: Database;
beforeAll(async () => {
  mailroom = await startMailroom();
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
});

const client = (token: string) => new HostedClient(mailroom.baseUrl, token);
const newToken = async () => String((await client('').data('POST', '/public/signup')).accessToken);
const rotate = (token: string, body: object = {}): Promise<Answer> =>
  client(token).call('POST', '/v1/auth/token/rotate', body);
const works = async (token: string) => (await client(token).call('GET', '/v1/mailboxes/self')).status === 200;
/** Keeps everybody from changing the tokens of a mailbox until `work` is done. */
const holding = async <Result>(mailboxId: number, work: () => Promise<Result>): Promise<Result> =>
  database.use((prisma) =>
    prisma.$transaction(
      async (tx) => {
        await tx.$queryRaw`select id from access_token where mailbox_id = ${mailboxId} for update`;
        return work();
      },
      { timeout: 60_000 },
    ),
  );
const waitForToken = statement(
  'test-waiting',
  `select count(*)::int as waiting from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock' and query like '%access_token%for update%'`,
);
const waiting = async () => (await database.query<{ waiting: number }>(waitForToken))[0]?.waiting ?? 0;
const hoursUntil = (instant: string) => (Date.parse(instant) - Date.now()) / 3_600_000;

describe('POST /v1/auth/token/rotate', () => {
  it('gives a token for thirty days of the same scopes, and leaves the old one a day', async () => {
    const old = await newToken();
    const { status, body } = await rotate(old);
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.stringMatching(/^mrt_/),
      expiresAt: expect.any(String),
      scopes: ['read', 'send'],
      delivery: 'inline',
      oldTokenValidUntil: expect.any(String),
    });
    expect(hoursUntil(body.expiresAt) / 24).toBeCloseTo(30, 1);
    expect(hoursUntil(body.oldTokenValidUntil)).toBeCloseTo(24, 1);
    expect([await works(old), await works(body.token)]).toEqual([true, true]);
    const isShortened = async () =>
      (await client(old).data('GET', '/v1/mailboxes/self')).tokenExpiresAt === body.oldTokenValidUntil;
    await until(isShortened, { what: 'the old token to be shortened everywhere' });
  });

  it('delivers the token to the mailbox itself, and then shows it nowhere else', async () => {
    const old = await newToken();
    const { status, body } = await rotate(old, { delivery: 'self_mailbox' });
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(['delivery', 'expiresAt', 'oldTokenValidUntil', 'scopes']);
    let token = '';
    const isThere = async () => {
      const { items } = await client(old).data('GET', '/v1/mailboxes/self/messages?direction=received');
      token = /mrt_\w+/.exec(items[0]?.text ?? '')?.[0] ?? '';
      return token !== '';
    };
    await until(isThere, { what: 'the message with the token' });
    expect(await works(token)).toBe(true);
    const both = await rotate(token, { delivery: 'both' });
    expect(both.body).toMatchObject({ delivery: 'both', token: expect.stringMatching(/^mrt_/) });
  });

  it('is done again while nobody used the successor, which then ends', async () => {
    const old = await newToken();
    const lost = (await rotate(old)).body.token;
    const next = (await rotate(old)).body.token;
    expect(await client(lost).call('GET', '/v1/mailboxes/self')).toMatchObject({
      status: 401,
      body: { error: 'token_revoked' },
    });
    expect(await works(next)).toBe(true);
    expect(await rotate(old)).toMatchObject({ status: 409, body: { error: 'token_rotated', fix: expect.any(String) } });
  });

  it('leaves two tokens of a line in force, however often and at how many times at once it is done', async () => {
    let token = await newToken();
    const line = [token];
    for (let turn = 0; turn < 3; turn += 1) {
      const answers = await Promise.all([rotate(token), rotate(token), rotate(token)]);
      expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
      const tokens = answers.flatMap(({ body }) => (body.token ? [String(body.token)] : []));
      line.push(...tokens);
      const alive = [];
      for (const candidate of tokens) if (await works(candidate)) alive.push(candidate);
      expect(alive).toHaveLength(1);
      token = alive[0] ?? '';
    }
    // A revocation works within a second.
    const inForce = async () => (await Promise.all(line.map(works))).filter(Boolean).length;
    await until(async () => (await inForce()) === 2, { what: 'all but two tokens to end' });
  });

  it('gives one of several calls at once a token that works, and refuses the others, who may call again', async () => {
    const old = await newToken();
    const { mailboxId } = await client(old).data('GET', '/v1/mailboxes/self');
    const calls = await holding(Number(mailboxId), async () => {
      const racing = [rotate(old), rotate(old), rotate(old)];
      await until(async () => (await waiting()) >= 3, { what: 'three rotations to wait for the token' });
      return { racing };
    });
    const answers = await Promise.all(calls.racing);
    const [winner, ...others] = answers.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    expect(await works(winner?.body.token)).toBe(true);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body)).toEqual(
      Array(2).fill(expect.objectContaining({ error: 'token_rotated', fix: expect.stringContaining('that call got') })),
    );
  });

  it('gives a token that is not hosted no longer life than it had', async () => {
    const { id } = await mailroom.mailbox();
    const expiresAt = new Date(Date.now() + 2 * 3_600_000).toISOString();
    const issued = await mailroom.manager.data('POST', `/mailboxes/${id}/tokens`, { expiresAt, scopes: ['read'] });
    const { body } = await rotate(issued.token);
    expect(body).toMatchObject({ expiresAt, oldTokenValidUntil: expiresAt, scopes: ['read'] });
  });

  it('changes nothing where the message with the token is refused', async () => {
    const old = await newToken();
    const self = await client(old).data('GET', '/v1/mailboxes/self');
    const setStatus = statement('test-status', 'update tenant set status = $2 where id = $1');
    await database.query(setStatus, [self.tenantId, 'suspended']);
    expect(await rotate(old, { delivery: 'both' })).toMatchObject({ status: 403, body: { error: 'policy_suspended' } });
    expect((await client(old).data('GET', '/v1/mailboxes/self')).tokenExpiresAt).toBe(self.tokenExpiresAt);
    expect((await rotate(old)).status).toBe(201);
  });

  it('is recorded, without the text of a token', async () => {
    const old = await newToken();
    const { tenantId } = await client(old).data('GET', '/v1/mailboxes/self');
    const { body } = await rotate(old);
    const entries = await database.use((prisma) =>
      prisma.auditEntry.findMany({ where: { tenantId }, orderBy: { id: 'asc' } }),
    );
    expect(entries.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'mailbox.created mailbox',
      'token.issued mailbox',
      'token.issued mailbox',
      'token.rotated mailbox',
    ]);
    const text = JSON.stringify(entries.map(({ details }) => details));
    for (const token of [old, body.token]) expect(text).not.toContain(token);
  });

  it.each([
    { delivery: 'mail' },
    { delivery: 1 },
    { delivery: ['inline'] },
    { scopes: ['read'] },
    { expiresAt: 'never' },
  ])('does not take %j', async (body) => {
    const answer = await rotate(await newToken(), body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: Object.keys(body)[0] }] } });
  });
});
