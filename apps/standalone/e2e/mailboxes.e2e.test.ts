import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { startOwnMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startOwnMailroom(
    // Signup would share the first domain.
    { MAILROOM_MAIL_DOMAINS: 'mailroom.test,shared.test', SIGNUP: 'closed', LEASE_DOMAIN: '' },
    { apps: ['mailbox-api', 'smtp-ingest'] },
  );
});
afterAll(() => mailroom.close());

/** Does what `npm run ops -- domains share` does. */
async function share(domain: string): Promise<void> {
  const database = new Database({ url: mailroom.databaseUrl, poolSize: 1 });
  await database.query(statement('test-share', 'update mail_domain set shared = true where name = $1'), [domain]);
  await database.close();
}

/** Gives a tenant a thousand mailboxes. */
async function fillTenant(tenantId: string): Promise<void> {
  const database = new Database({ url: mailroom.databaseUrl, poolSize: 1 });
  const fill = `with u as (insert into app_user (tenant_id, name) values ($1, '') returning id)
    insert into mailbox (tenant_id, user_id, address, domain)
    select $1, u.id, 'm' || n || '@many.test', 'many.test' from u, generate_series(1, 1000) as n order by n`;
  await database.query(statement('test-fill', fill), [tenantId]);
  await database.close();
}

const mail = (to: string, subject: string) => ({ from: 'a@example.org', to, subject, text: 'x' });

describe('POST /mailboxes of another tenant', () => {
  it('makes nothing on a domain that is not shared, and does not tell what is there', async () => {
    const stranger = await mailroom.stranger();
    const { address } = await mailroom.mailbox();
    const answers = [];
    for (const email of [address, 'unused@mailroom.test', 'postmaster@mailroom.test', 'x@elsewhere.test']) {
      const { status, body } = await stranger.call('POST', '/mailboxes', { email });
      answers.push({ status, message: body.message, errors: body.error.errors });
    }
    expect(answers[0]?.status).toBe(400);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });
});

describe('GET /mailboxes', () => {
  it('comes in pages, in both orders, and nothing twice or never', async () => {
    const made = [await mailroom.mailbox(), await mailroom.mailbox(), await mailroom.mailbox()].map(({ id }) => id);
    const walk = async (query: string) => {
      const ids: number[] = [];
      for (let cursor = ''; ;) {
        const page = await mailroom.manager.data('GET', `/mailboxes?size=2${query}${cursor}`);
        ids.push(...page.items.map(({ id }: { id: number }) => id));
        if (!page.hasMore) return { ids, nextCursor: page.nextCursor };
        cursor = `&cursor=${page.nextCursor}`;
      }
    };
    const oldestFirst = await walk('&timeSort=1');
    expect(oldestFirst).toEqual({ ids: oldestFirst.ids.toSorted((a, b) => a - b), nextCursor: null });
    expect(oldestFirst.ids.slice(-3)).toEqual(made);
    expect((await walk('')).ids).toEqual(oldestFirst.ids.toReversed());
    expect((await mailroom.manager.call('GET', '/mailboxes?size=51')).status).toBe(400);
    expect((await mailroom.manager.call('GET', '/mailboxes?cursor=x')).body.error.type).toBe('invalid_cursor');
  });

  it('finds the mailbox of an address, and only where the token reaches it', async () => {
    const [{ id, api, address }, other] = [await mailroom.mailbox(), await mailroom.mailbox()];
    const find = async (client: typeof api, email: string, rest = '') => {
      const page = await client.data('GET', `/mailboxes?email=${encodeURIComponent(email)}${rest}`);
      return page.items.map((found: { id: number }) => found.id);
    };
    expect(await find(mailroom.manager, address.toUpperCase())).toEqual([id]);
    expect(await find(api, address)).toEqual([id]);
    expect(await find(mailroom.manager, address, `&cursor=${id}`)).toEqual([]);
    expect(await find(other.api, address)).toEqual([]);
    expect(await find(await mailroom.stranger(), address)).toEqual([]);
    expect(await find(mailroom.manager, 'nobody@mailroom.test')).toEqual([]);
    const refused = await mailroom.manager.call('GET', '/mailboxes?email=nobody');
    expect([refused.status, refused.body.error.errors[0].field]).toEqual([400, 'email']);
  });

  it('and GET /me carry no more than 50 of a thousand', async () => {
    const stranger = await mailroom.stranger();
    const { tenantId, ...before } = await stranger.data('GET', '/me');
    expect(before).toMatchObject({ mailboxes: [], hasMoreMailboxes: false });
    await fillTenant(tenantId);
    const { mailboxes, hasMoreMailboxes } = await stranger.data('GET', '/me');
    expect([mailboxes.length, mailboxes[0].email, hasMoreMailboxes]).toEqual([50, 'm1000@many.test', true]);
    const first = await stranger.data('GET', '/mailboxes');
    expect([first.items.length, first.hasMore]).toEqual([20, true]);
  });
});

describe('PATCH /mailboxes/{accountId}', () => {
  it('changes what is named and nothing else', async () => {
    const { id, api, address } = await mailroom.mailbox();
    const before = (await api.data('GET', '/mailboxes')).items[0];
    const renamed = await mailroom.manager.data('PATCH', `/mailboxes/${id}`, { name: 'Räte', allReceive: null });
    expect(renamed).toEqual({ ...before, name: 'Räte' });
    expect((await api.data('GET', '/mailboxes')).items).toEqual([renamed]);
    await mailroom.send(mail(address, 'still open'));
    await mailroom.received(api, 'still open');
    const { latestEmailAt } = await mailroom.manager.data('PATCH', `/mailboxes/${id}`, {});
    expect(Date.parse(latestEmailAt)).not.toBeNaN();
  });

  it('closes a mailbox to mail in and out, whose token still reads and settles what is there', async () => {
    const { id, api, address } = await mailroom.mailbox();
    await mailroom.send(mail(address, 'before'));
    const { id: emailId } = await mailroom.received(api, 'before');
    expect(await mailroom.manager.data('PATCH', `/mailboxes/${id}`, { status: 1 })).toMatchObject({ status: 1 });
    await until(() =>
      mailroom.send(mail(address, 'closed')).then(
        () => false,
        ({ responseCode }: { responseCode: number }) => responseCode >= 500,
      ),
    );
    const refused = await api.call('POST', '/send', { to: ['b@example.org'], text: 'x' });
    expect([refused.status, refused.body.error.type]).toEqual([403, 'policy_suspended']);
    expect((await api.data('GET', `/emails/${emailId}`)).subject).toBe('before');
    expect((await api.data('PUT', `/emails/${emailId}/task`, { status: 'handled' })).task.status).toBe('handled');
    await mailroom.manager.data('PATCH', `/mailboxes/${id}`, { status: 0 });
    await mailroom.send(mail(address, 'open again'));
    await mailroom.received(api, 'open again');
    await api.data('POST', '/send', { to: ['b@example.org'], text: 'x' });
  });

  it('makes a catch-all, which never gets what was for an address once used', async () => {
    const [all, closed] = [await mailroom.mailbox(), await mailroom.mailbox()];
    await mailroom.manager.data('PATCH', `/mailboxes/${all.id}`, { allReceive: true });
    await mailroom.manager.data('PATCH', `/mailboxes/${closed.id}`, { status: 1 });
    await mailroom.send(mail('anyone@mailroom.test', 'for anyone'));
    await mailroom.received(all.api, 'for anyone');
    await until(() =>
      mailroom.send(mail(closed.address, 'for the closed one')).then(
        () => false,
        ({ responseCode }: { responseCode: number }) => responseCode >= 500,
      ),
    );
    await mailroom.manager.data('PATCH', `/mailboxes/${all.id}`, { allReceive: false });
    await until(() =>
      mailroom.send(mail('anybody@mailroom.test', 'for nobody')).then(
        () => false,
        ({ responseCode }: { responseCode: number }) => responseCode >= 500,
      ),
    );
    const { items } = await all.api.data('GET', '/emails');
    const subjects = items.map(({ subject }: { subject: string }) => subject);
    expect(subjects).toContain('for anyone');
    expect(subjects).not.toContain('for the closed one');
  });

  it("makes no catch-all on a domain that is another tenant's", async () => {
    const stranger = await mailroom.stranger();
    await share('shared.test');
    const { mailbox } = await stranger.data('POST', '/mailboxes', { email: 'guest@shared.test' });
    const refused = await stranger.call('PATCH', `/mailboxes/${mailbox.id}`, { allReceive: true });
    expect([refused.status, refused.body.error.errors[0].field]).toEqual([400, 'allReceive']);
    expect(await stranger.data('PATCH', `/mailboxes/${mailbox.id}`, { allReceive: false })).toEqual(mailbox);
  });

  it.each([[{ status: 2 }], [{ status: '1' }], [{ allReceive: 'yes' }], [{ name: 7 }], [{ email: 'x@mailroom.test' }]])(
    'refuses %j',
    async (body) => {
      const { id } = await mailroom.mailbox();
      const { status, body: answer } = await mailroom.manager.call('PATCH', `/mailboxes/${id}`, body);
      expect([status, answer.error.type]).toEqual([400, 'invalid_request']);
    },
  );
});
