// Measures lists in a large mailbox: deep pages, the repository against the plain SQL, and HTTP against plain Fastify.
import { Agent, request } from 'node:http';
import { Database } from '@mailroom/database';
import { EmailRepository } from '../../packages/mail/dist/email/email.repository.js';
import { median, percentile, ratioLine } from './figures.mjs';
import { launch } from './system.mjs';

const PAGE = 20;
const CONNECTIONS = 16;

export async function lists(system, options) {
  const { mailbox } = await system.api('POST', '/mailboxes', { email: 'list@mailroom.test' });
  const emails = options.quick ? 100_000 : 1_000_000;
  await fill(system.pool, mailbox.id, emails);
  await depth(system, mailbox.id, emails, options);
  await overHttp(system, mailbox.id, options);
}

async function fill(pool, mailboxId, count) {
  await pool.query(
    `insert into email (mailbox_id, direction, status, unread, raw_id, recipient, from_email, from_name, to_addresses,
       subject, snippet, message_id, thread_id, ready_at)
     select $1::int, 0, 'received', true, gen_random_uuid(), 'list@mailroom.test', 'a' || n || '@example.org', 'A Name',
       '[{"email":"list@mailroom.test","name":""}]', 'Subject number ' || n, repeat('snippet ', 12),
       '<' || n || '@example.org>', 'thr_' || n, now()
     from generate_series(1, $2::int) n`,
    [mailboxId, count],
  );
  await pool.query('vacuum analyze email');
}

/** The same rows and the same keyset, without the product. */
const plain = {
  name: 'plain-list',
  text: `select * from email where mailbox_id = $1 and direction = 0 and ready_at is not null and id < $2
    order by id desc limit $3`,
};

async function depth({ url, pool }, mailboxId, emails, { rounds, quick, report }) {
  const database = new Database({ url, poolSize: 4, answerMs: 600_000 });
  const repository = new EmailRepository(database);
  const { rows } = await pool.query('select max(id)::bigint as top from email where mailbox_id = $1', [mailboxId]);
  const top = Number(rows[0].top) + 1;
  const page = (cursor) =>
    repository.list(mailboxId, { direction: 'received', cursor, oldestFirst: false, limit: PAGE });
  const samples = quick ? 300 : 1_000;
  const figures = { ours: [], theirs: [], first: [], deep: [] };
  for (let round = 0; round < rounds; round += 1) {
    const anywhere = () => top - Math.floor(Math.random() * (emails - PAGE));
    figures.ours.push(percentile(await times(samples, () => page(anywhere())), 0.99));
    const sql = () => pool.query({ ...plain, values: [mailboxId, anywhere(), PAGE] });
    figures.theirs.push(percentile(await times(samples, sql), 0.99));
    figures.first.push(median(await times(samples, () => page(top))));
    figures.deep.push(median(await times(samples, () => page(top - emails + PAGE * 2))));
  }
  report(
    ratioLine(`list of ${PAGE} in ${emails}, p99, against plain SQL`, figures.ours, figures.theirs, '≤ 1.5', ' ms'),
  );
  report(ratioLine(`page ${emails / PAGE - 2} against page 1, p50`, figures.deep, figures.first, '≤ 1.2', ' ms'));
  await database.close();
}

async function times(count, work) {
  const taken = [];
  for (let number = 0; number < count; number += 1) {
    const begun = performance.now();
    await work();
    taken.push(performance.now() - begun);
  }
  return taken;
}

async function overHttp(system, mailboxId, { rounds, seconds, report }) {
  const { found } = await launch('plain-api.mjs', [system.url, String(mailboxId)], /(\d+)\n/);
  const sides = { ours: system.http, theirs: Number(found[1]) };
  const rates = { ours: [], theirs: [] };
  const path = `/api/agent/v1/emails?accountId=${mailboxId}&size=${PAGE}`;
  for (let round = 0; round < rounds; round += 1) {
    for (const side of Object.keys(sides)) {
      rates[side].push(await requests({ port: sides[side], path, token: system.token, seconds }));
    }
  }
  report(ratioLine(`GET /emails of ${PAGE}, against plain Fastify + SQL`, rates.ours, rates.theirs, '≥ 0.8'));
}

/** Requests answered per second, over connections that are kept open. */
async function requests({ port, path, token, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const options = { host: '127.0.0.1', port, path, agent, headers: { authorization: `Bearer ${token}` } };
  const until = performance.now() + seconds * 1_000;
  const lane = async () => {
    let answered = 0;
    for (; performance.now() < until; answered += 1) await get(options);
    return answered;
  };
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  agent.destroy();
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

function get(options) {
  return new Promise((resolve, reject) => {
    request(options, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`))));
    })
      .on('error', reject)
      .end();
  });
}
