// Puts the same load on any number of replicas: mail in, claims, lists, webhooks.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from './load.mjs';
import { mailPool } from './mail/pool.mjs';

const HTTP_LANES = 48;
const CONNECTIONS_PER_MAILBOX = 4;

/** Made once, by the first load. */
let letters;

/** Sends 2 KB messages to every mailbox, over as many connections to each replica; returns how many were accepted. */
export async function mailIn(ports, addresses, seconds) {
  const mail = await (letters ??= mailPool({ count: 1_000 }));
  const loads = ports.map((port, index) => {
    const recipients = addresses.filter((_, at) => at % ports.length === index);
    return load({ port, connections: CONNECTIONS_PER_MAILBOX * recipients.length, recipients, mail, seconds });
  });
  return (await Promise.all(loads)).reduce((sum, { accepted }) => sum + accepted, 0);
}

/** Each lane claims a task of its mailbox and sets it to handled, over and over; returns how many tasks. */
export async function claims(ports, mailboxes, seconds) {
  return lanes(ports, mailboxes, seconds, async (call) => {
    const { data } = JSON.parse(await call('POST', '/tasks/claim-next', { owner: 'bench', timeSort: 1 }));
    if (data === null) throw new Error('There were too few tasks.');
    await call('PUT', `/emails/${data.id}/task`, { status: 'handled', owner: 'bench' });
  });
}

/** Each lane reads the first page of its mailbox; returns how many pages. */
export async function lists(ports, mailboxes, seconds) {
  return lanes(ports, mailboxes, seconds, (call) => call('GET', '/emails?size=20'));
}

async function lanes(ports, mailboxes, seconds, work) {
  const agent = new Agent({ keepAlive: true, maxSockets: HTTP_LANES });
  const until = performance.now() + seconds * 1_000;
  const lane = async (_, index) => {
    const port = ports[index % ports.length];
    const { token } = mailboxes[index % mailboxes.length];
    const call = (method, path, body) => http({ agent, port, token, method, path, body });
    let done = 0;
    for (; performance.now() < until; done += 1) await work(call);
    return done;
  };
  const counts = await Promise.all(Array.from({ length: HTTP_LANES }, lane));
  agent.destroy();
  return counts.reduce((sum, count) => sum + count, 0);
}

function http({ agent, port, token, method, path, body }) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    request({ agent, host: '127.0.0.1', port, method, path: `/api/agent/v1${path}`, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(text))));
    })
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });
}

/** An endpoint that answers everything with 204 and counts. */
export async function startEndpoint() {
  let hits = 0;
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      hits += 1;
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    hits: () => hits,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Puts events of existing emails into the outbox all at once, and resolves when the last was answered with 204. */
export async function webhooks(pool, endpoint, mailboxes, count) {
  const wanted = endpoint.hits() + count;
  await pool.query(
    `with chosen as (
       select id, mailbox_id, row_number() over () - 1 as n, count(*) over () as total from email
       where mailbox_id = any ($1::int[]) and ready_at is not null)
     insert into outbox_event (id, type, payload)
     select (lpad(to_hex(g), 8, '0') || right($3::text, 24))::uuid, 'email.received',
       jsonb_build_object('emailId', id, 'mailboxId', mailbox_id)
     from generate_series(1, $2::int) g join chosen on n = g % total`,
    [mailboxes.map(({ id }) => id), count, randomUUID().replaceAll('-', '')],
  );
  await pool.query(`select pg_notify('outbox', '')`);
  for (let wait = 0; wait < 12_000 && endpoint.hits() < wanted; wait += 1) await sleep(5);
  if (endpoint.hits() < wanted) throw new Error(`Only ${count - wanted + endpoint.hits()} of ${count} webhooks came.`);
  return count;
}
