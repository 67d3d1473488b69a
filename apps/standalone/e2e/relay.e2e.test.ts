import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { SMTPServer } from 'smtp-server';
import { startOwnMailroom, type Mailroom } from './mailroom-fixture.js';

type Behaviour = {
  rcpt?: (address: string) => number;
  data?: (count: number) => number | 'drop-before' | 'drop-after';
};

let mailroom: Mailroom;
let database: Database;
let relay: SMTPServer;
let behaviour: Behaviour = {};
let bodies: string[] = [];
let attempts = 0;

const reply = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

beforeAll(async () => {
  relay = new SMTPServer({
    authMethods: ['PLAIN'],
    disableReverseLookup: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'us er' && password === 'p@ss') done(null, { user: username });
      else done(new Error('no'));
    },
    onRcptTo: ({ address }, _session, done) => {
      const code = behaviour.rcpt?.(address) ?? 250;
      if (code === 250) done();
      else done(reply(code, `recipient answered ${code}`));
    },
    onData: (stream, session, done) => {
      attempts += 1;
      const verdict = behaviour.data?.(attempts) ?? 250;
      const socket = (session as unknown as { id: string }).id;
      let body = '';
      if (verdict === 'drop-before') return destroy(socket);
      stream.on('data', (chunk: Buffer) => (body += chunk.toString()));
      stream.on('end', () => {
        if (verdict === 'drop-after') return destroy(socket);
        if (verdict !== 250) return done(reply(verdict, `message answered ${verdict}`));
        bodies.push(body);
        done(null, 'OK queued as ABC123');
      });
    },
  });
  relay.on('error', () => {});
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const { port } = relay.server.address() as AddressInfo;
  mailroom = await startOwnMailroom({
    OUTBOUND_MODE: 'relay',
    OUTBOUND_RELAY_URL: `smtp://us%20er:p%40ss@127.0.0.1:${port}`,
  });
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
  await new Promise<void>((resolve) => relay.close(resolve));
});

function destroy(id: string): void {
  for (const connection of (relay as unknown as { connections: Set<{ id: string; _socket: Socket }> }).connections) {
    if (connection.id === id) connection._socket.destroy();
  }
}

const makeDue = statement('test-jobs-due', `update outbound_job set next_attempt_at = now() where status = 'retry'`);

async function send(how: Behaviour, to: string[] = ['friend@outside.example']) {
  behaviour = how;
  bodies = [];
  attempts = 0;
  const { api } = await mailroom.mailbox();
  const { id } = await api.data('POST', '/send', { to, subject: 'out', text: 'hello' });
  return { api, id, status: async () => (await api.data('GET', `/emails/${id}`)).status as string };
}

describe('the relay', () => {
  it('takes a message once, with the envelope and the id that the sent email shows', async () => {
    const { api, id, status } = await send({});
    await until(async () => (await status()) === 'sent');
    const email = await api.data('GET', `/emails/${id}`);
    expect(email).toMatchObject({ providerMessageId: 'ABC123', delivery: { recipients: [{ status: 'sent' }] } });
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain(`Message-ID: ${email.messageId}`);
  });

  it('that answers 4xx is asked again with the same Message-ID, and the message arrives once', async () => {
    const { status } = await send({ data: (count) => (count === 1 ? 451 : 250) });
    await until(async () => {
      await database.query(makeDue);
      return (await status()) === 'sent';
    });
    expect(bodies).toHaveLength(1);
    expect(attempts).toBe(2);
  });

  it('that answers 5xx has refused for good, and says why', async () => {
    const { api, id, status } = await send({ data: () => 554 });
    await until(async () => (await status()) === 'failed');
    expect((await api.data('GET', `/emails/${id}`)).errorMessage).toContain('message answered 554');
    await database.query(makeDue);
    expect(attempts).toBe(1);
  });

  it('that refuses one of two recipients gets the message for the other, and each has its outcome', async () => {
    const { api, id, status } = await send({ rcpt: (address) => (address.startsWith('bad') ? 550 : 250) }, [
      'good@outside.example',
      'bad@outside.example',
    ]);
    await until(async () => (await status()) === 'failed');
    const { delivery } = await api.data('GET', `/emails/${id}`);
    expect(delivery.recipients.map((r: { status: string }) => r.status)).toEqual(['sent', 'failed']);
    expect(bodies).toHaveLength(1);
  });

  it('that drops the connection after the final dot leaves the outcome unknown, and is never sent it again', async () => {
    const { status } = await send({ data: () => 'drop-after' });
    await until(async () => (await status()) === 'unknown');
    await database.query(makeDue);
    expect(attempts).toBe(1);
  });

  it('whose worker was lost before the data is asked again; one lost after it is left to a person', async () => {
    const lose = statement(
      'test-lose-worker',
      `with j as (update outbound_job set status = 'sending', lease_token = gen_random_uuid(), lease_expires_at = now() - interval '1 s'
         where email_id = $1 returning id)
       update outbound_recipient r set status = 'queued', data_started_at = case when $2 then now() end from j where r.job_id = j.id`,
    );
    const before = await send({});
    await until(async () => (await before.status()) === 'sent');
    await database.query(lose, [before.id, false]);
    await until(() => bodies.length === 2);
    const after = await send({});
    await until(async () => (await after.status()) === 'sent');
    await database.query(lose, [after.id, true]);
    await until(async () => (await after.status()) === 'unknown');
    expect(bodies).toHaveLength(1);
  });
});
