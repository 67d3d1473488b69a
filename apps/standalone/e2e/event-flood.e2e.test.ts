import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { EventReader } from './event-reader.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

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

it('cuts off a client that does not read, and holds nothing for it', async () => {
  const box = await mailroom.mailbox();
  const { port } = new URL(box.api.baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET /api/agent/v1/events HTTP/1.1\r\nhost: x\r\nx-agent-token: ${box.api.token}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  let patient = await EventReader.open(box.api.baseUrl, box.api.token);
  // A stream that has begun has a position.
  await until(() => patient.lastEventId !== '');
  await mailroom.send({ from: 'ada@example.org', to: box.address, subject: 'x'.repeat(900), text: 'Hello' });
  const { id } = (await box.api.data('POST', '/emails/wait', { afterEmailId: 0 })).email;
  await database.query(
    statement(
      'test-flood',
      `insert into feed_event (mailbox_id, type, email_id)
       select $1, 'email.received', $2 from generate_series(1, 20000) returning pg_notify('feed', '')`,
    ),
    [box.id, id],
  );
  const all = { timeoutMs: 60_000, what: 'the other client to have read all' };
  let read = 0;
  const hasAll = async () => {
    // If this machine is too slow for it, it is cut off too, and comes back.
    if (patient.ended) {
      read += patient.events.length;
      patient = await EventReader.open(box.api.baseUrl, box.api.token, { lastEventId: patient.lastEventId });
    }
    return read + patient.events.length > 20_000;
  };
  await until(hasAll, all);
  let bytes = 0;
  socket.on('data', (chunk) => (bytes += chunk.length));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  await closed;
  expect(bytes).toBeLessThan(20_000 * 900);
  patient.close();
}, 90_000);
