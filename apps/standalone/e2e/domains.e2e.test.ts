import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { startOwnMailroom, type Mailroom } from './mailroom-fixture.js';
import { dial } from './smtp-caller.js';

let mailroom: Mailroom;
let database: Database;
beforeAll(async () => {
  mailroom = await startOwnMailroom({
    MAILROOM_MAIL_DOMAINS: 'mailroom.test,second.test',
    MAILROOM_HOSTNAME: 'mx.mailroom.test',
  });
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
});

const privateKeys = statement('test-private-keys', 'select private_key as key from dkim_key');

describe('GET /domains', () => {
  it('names the records that each domain has to publish: MX, SPF, DKIM and DMARC', async () => {
    const { items } = await mailroom.manager.data('GET', '/domains');
    expect(items.map(({ domain }: { domain: string }) => domain)).toEqual(['mailroom.test', 'second.test']);
    const [{ dkim, records, status }] = items;
    expect(status).toBe('active');
    expect(dkim.selector).toMatch(/^m\d{8}[0-9a-f]{4}$/);
    expect(records).toMatchObject([
      { type: 'MX', name: 'mailroom.test', value: '10 mx.mailroom.test', purpose: expect.any(String) },
      { type: 'TXT', name: 'mailroom.test', value: expect.stringMatching(/^v=spf1 /) },
      {
        type: 'TXT',
        name: `${dkim.selector}._domainkey.mailroom.test`,
        value: `v=DKIM1; k=rsa; p=${dkim.publicKey}`,
      },
      { type: 'TXT', name: '_dmarc.mailroom.test', value: expect.stringMatching(/^v=DMARC1; /) },
    ]);
  });

  it('gives the same keys each time, and no private one ever', async () => {
    const { body } = await mailroom.manager.call('GET', '/domains');
    const again = await mailroom.manager.call('GET', '/domains');
    expect(again.body.data).toEqual(body.data);
    const keys = await database.query<{ key: string }>(privateKeys);
    expect(keys).toHaveLength(2);
    for (const { key } of keys) {
      // The key is compared as the database stores it, whether it is sealed or not.
      const pieces = key.match(/[\w+/-]{64}/g) ?? [];
      expect(pieces.length).toBeGreaterThan(10);
      for (const piece of pieces) expect(JSON.stringify(body)).not.toContain(piece);
    }
    expect(JSON.stringify(body)).not.toMatch(/private/i);
  });

  it('is for managers, of their own tenant', async () => {
    const { api } = await mailroom.mailbox();
    const { status, body } = await api.call('GET', '/domains');
    expect([status, body.error.type]).toEqual([403, 'insufficient_scope']);
    await database.query(statement('test-tenant', `insert into tenant (id, name) values ('tnt_x', 'x')`));
    await database.query(
      statement('test-domain', `insert into mail_domain (name, tenant_id) values ('theirs.test', 'tnt_x')`),
    );
    const { items } = await mailroom.manager.data('GET', '/domains');
    expect(items).toHaveLength(2);
  });
});

describe('RCPT TO:<postmaster>', () => {
  it('is the postmaster of the domain to which the host belongs', async () => {
    const client = await dial(mailroom.smtpPort);
    await client.say('MAIL FROM:<ann@example.com>');
    expect(await client.say('RCPT TO:<postmaster>')).toMatch(/^550 5\.1\.1 .*postmaster/);
    const { api } = await mailroom.mailbox('postmaster');
    for (const path of ['PostMaster', 'postmaster@MX.mailroom.test']) {
      expect(await client.say(`RCPT TO:<${path}>`)).toMatch(/^250 /);
    }
    expect(await client.say('RCPT TO:<ann@mx.mailroom.test>')).toMatch(/^550 5\.7\.1 /);
    await client.say('DATA');
    expect(await client.say('Subject: to whom it concerns\r\n\r\nhello\r\n.')).toMatch(/^250 /);
    client.close();
    expect(await mailroom.received(api, 'to whom it concerns')).toMatchObject({ direction: 'received' });
  });
});
