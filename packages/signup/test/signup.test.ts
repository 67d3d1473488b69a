import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { startSignups } from './signup-fixture.js';

let signups: Awaited<ReturnType<typeof startSignups>>;
beforeAll(async () => {
  signups = await startSignups();
});
afterAll(() => signups.close());

const one = { tenants: 1, users: 1, mailboxes: 1, tokens: 1, accounts: 1, audit: 2, signups: 1, recent: 1 };
type Rows = Record<string, number>;
const added = (before: Rows, after: Rows) =>
  Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
const none = Object.fromEntries(Object.keys(one).map((name) => [name, 0]));

describe('a signup', () => {
  it('makes one tenant of the free tier with user, mailbox, token, account and audit entries', async () => {
    const before = await signups.rows();
    const signedUp = await signups.signUp({ mailboxAlias: 'Research.Desk', agentName: 'Ada', productName: 'Gears' });
    expect(added(before, await signups.rows())).toEqual(one);
    expect(signedUp).toMatchObject({ address: 'research.desk@new.test', scopes: ['read', 'send'] });
    const daysLeft = (Date.parse(signedUp.expiresAt) - Date.now()) / 86_400_000;
    expect(daysLeft).toBeGreaterThan(29.99);
    expect(daysLeft).toBeLessThanOrEqual(30);
    const tenant = await signups.database.use((client) =>
      client.tenant.findUniqueOrThrow({
        where: { id: signedUp.tenantId },
        include: { mailboxes: true, creditAccount: true, signup: true },
      }),
    );
    expect(tenant).toMatchObject({ name: 'Gears', metered: true, billingState: 'free', sendPolicy: 'internal_only' });
    expect(tenant.mailboxes).toMatchObject([{ id: signedUp.mailboxId, name: 'Ada' }]);
    expect(tenant.creditAccount).toMatchObject({ available: 0n, reserved: 0n });
    expect(tenant.signup).toMatchObject({ agentName: 'Ada', productName: 'Gears' });
  });

  it('makes a name that can be read and said where none is asked for', async () => {
    const names = new Set<string>();
    for (let signup = 0; signup < 5; signup += 1) names.add((await signups.signUp()).address);
    expect(names.size).toBe(5);
    for (const name of names) expect(name).toMatch(/^[a-z]+-[a-z]+-\d{3}@new\.test$/);
  });

  const bad = ['ab', 'a'.repeat(41), '.abc', 'abc.', 'a..b', 'a b', 'a+b', 'a@b', 'jürgen', 'a"b', 'a\nb', ''];
  it.each(bad)('is refused the alias %j, and writes nothing', async (mailboxAlias) => {
    const before = await signups.rows();
    const refused = signups.signUp({ mailboxAlias });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', fields: [{ field: 'mailboxAlias' }] });
    expect(added(before, await signups.rows())).toEqual(none);
  });

  const reserved = [
    'postmaster',
    'Abuse',
    'noreply',
    'no-reply',
    'no.reply',
    'NO_REPLY',
    'n0reply',
    'billing',
    'b1lling',
  ];
  it.each([...reserved, 'security', 'secur1ty', 'hostmaster', 'bounce', 'devs-request', 'support', 'suppοrt'])(
    'is refused %s, which speaks for the service or looks as if it did',
    async (mailboxAlias) => {
      const code = await signups.codeOf(signups.signUp({ mailboxAlias }));
      expect(code).toBe('invalid_request');
    },
  );

  it.each([{ agentName: 'a\r\nBcc: b@c' }, { productName: 'a\nb' }, { operatorEmail: 'nobody' }])(
    'is refused %j',
    async (input) => {
      const field = Object.keys(input)[0];
      await expect(signups.signUp(input)).rejects.toMatchObject({ code: 'invalid_request', fields: [{ field }] });
    },
  );

  it('writes nothing where the challenge is not passed', async () => {
    const before = await signups.rows();
    const refuse = () => Promise.reject(new Error('not passed'));
    await expect(signups.signUp({}, undefined, undefined, refuse)).rejects.toThrow('not passed');
    expect(added(before, await signups.rows())).toEqual(none);
  });
});

describe('an alias that a hundred want at once', () => {
  it('goes to one of them; the others are told three names that are free', async () => {
    const before = await signups.rows();
    const tries = Array.from({ length: 100 }, () => signups.signUp({ mailboxAlias: 'wanted' }));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(added(before, await signups.rows())).toEqual(one);
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    for (const { code, details } of errors) {
      expect(code).toBe('address_taken');
      expect(details.suggestions).toHaveLength(3);
    }
    for (const mailboxAlias of errors[0].details.suggestions) {
      expect((await signups.signUp({ mailboxAlias })).address).toBe(`${mailboxAlias}@new.test`);
    }
  });

  it('is taken as well where it only looks the same', async () => {
    await signups.signUp({ mailboxAlias: 'silver-0ak' });
    expect(await signups.codeOf(signups.signUp({ mailboxAlias: 'silver-Oak' }))).toBe('address_taken');
  });
});

describe('an idempotency key', () => {
  const said = { mailboxAlias: 'keyed', agentName: 'Ada' };

  it('gives requests that come together and again one tenant and one token', async () => {
    const before = await signups.rows();
    const together = Array.from({ length: 20 }, () => signups.signUp(said, '192.0.2.1/32', 'key-1'));
    const [first, ...others] = await Promise.all(together);
    expect(others).toEqual(others.map(() => first));
    expect(await signups.signUp(said, '192.0.2.1/32', 'key-1')).toEqual(first);
    expect(added(before, await signups.rows())).toEqual(one);
  });

  it('is refused for another request, and is another key in another network', async () => {
    const other = signups.signUp({ ...said, agentName: 'Eve' }, '192.0.2.1/32', 'key-1');
    expect(await signups.codeOf(other)).toBe('idempotency_conflict');
    expect(await signups.codeOf(signups.signUp(said, '192.0.2.2/32', 'key-1'))).toBe('address_taken');
  });

  it('needs no second challenge', async () => {
    const refuse = () => Promise.reject(new Error('asked again'));
    expect(await signups.codeOf(signups.signUp(said, '192.0.2.1/32', 'key-1', refuse))).toBe('');
  });

  it('keeps its answer sealed', async () => {
    const { accessToken } = await signups.signUp(said, '192.0.2.1/32', 'key-1');
    const rows = await signups.database.use((client) => client.recentSignup.findMany());
    expect(rows.filter(({ answer }) => answer !== null).map(({ answer }) => answer)).toEqual([
      expect.stringMatching(/^enc:v1:/),
    ]);
    expect(
      JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(accessToken);
  });

  it('is answered alike if its first request is settled while the second is looked at', async () => {
    const request = { mailboxAlias: 'overtaken' };
    let first: unknown;
    // A challenge is asked for after the key was looked up, and before the name is.
    const meanwhile = async () => void (first = await signups.signUp(request, '192.0.2.1/32', 'key-overtaken'));
    const second = await signups.signUp(request, '192.0.2.1/32', 'key-overtaken', meanwhile);
    expect(second).toEqual(first);
    const other = async () => void (await signups.signUp({ mailboxAlias: 'other' }, '192.0.2.1/32', 'key-other'));
    const refused = signups.signUp({ mailboxAlias: 'other-2' }, '192.0.2.1/32', 'key-other', other);
    expect(await signups.codeOf(refused)).toBe('idempotency_conflict');
  });
});

describe('a signup whose process dies', () => {
  it('leaves nothing behind, wherever it was', async () => {
    const before = await signups.rows();
    const other = new Database({ url: signups.url, poolSize: 1 });
    let blocked: Promise<string> | undefined;
    await expect(
      other.sqlTransaction(async (tx) => {
        // The token of the signup waits for this lock: by then all else is written.
        await tx.query(statement('test-lock', 'lock table access_token in exclusive mode'));
        blocked = signups.codeOf(signups.signUp({ mailboxAlias: 'halfway' }, '192.0.2.1/32', 'key-halfway'));
        const waiting = async () => (await signups.database.query(statement('test-waiting', waits))).length > 0;
        await until(waiting, { what: 'the signup to be half done' });
        await signups.database.query(statement('test-kill', `select pg_terminate_backend(pid) from (${waits}) w`));
        throw new Error('done');
      }),
    ).rejects.toThrow('done');
    expect(await blocked).toBe('unavailable');
    await other.close();
    expect(added(before, await signups.rows())).toEqual(none);
    const again = await signups.signUp({ mailboxAlias: 'halfway' }, '192.0.2.1/32', 'key-halfway');
    expect(again.address).toBe('halfway@new.test');
  });
});

const waits = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
