// Starts the system and its references, each in its own process, and stops them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const here = fileURLToPath(new URL('.', import.meta.url));
const children = [];

const unindexed = `select id from email e where id >= $1 and ready_at is not null
  and not exists (select from email_index i where i.mailbox_id = e.mailbox_id and i.email_id = e.id) order by id limit 1`;

/** Starts a child process, and returns what it printed up to the first match. */
export async function launch(file, args, pattern, env = {}) {
  const child = spawn(process.execPath, [join(here, file), ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  let text = '';
  // This does not iterate over the stream, because the end of the iteration would end the stream.
  for (let ended = false; !ended;) {
    const [chunk] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [null])]);
    ended = chunk === null;
    text += chunk ?? '';
    const found = pattern.exec(text);
    if (found) return { child, found };
  }
  throw new Error(`The process ended before it was ready: ${text}`);
}

/** Starts the whole system on an empty data directory. */
export async function startSystem(settings = {}) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'mailroom-bench-'));
  chmodSync(dataDirectory, 0o755);
  const env = {
    MAILROOM_DATA_DIR: dataDirectory,
    MAILROOM_HTTP_PORT: '0',
    MAILROOM_SMTP_PORT: '0',
    SMTP_MAX_CONNECTIONS_PER_CLIENT: '200',
    LOG_LEVEL: 'fatal',
    // As `npm start` sets it.
    MALLOC_ARENA_MAX: '2',
    ...settings,
  };
  const ready = /127\.0\.0\.1:(\d+)\)[\s\S]*?SMTP +127\.0\.0\.1:(\d+)/;
  const { child, found } = await launch('../../apps/standalone/dist/main.js', [], ready, env);
  const [, http, smtp] = found.map(Number);
  const token = readFileSync(join(dataDirectory, 'manager-token'), 'utf8').trim();
  const url = readFileSync(join(dataDirectory, 'database-url'), 'utf8').trim();
  const pool = new pg.Pool({ connectionString: url, max: 40 });
  pool.on('error', () => {});
  const api = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${http}/api/agent/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()).data;
  };
  return { child, dataDirectory, http, smtp, url, token, pool, api };
}

/** Resolves when every accepted message was parsed, so that no round pays for the one before. */
export async function drained({ pool }) {
  const left = async () =>
    (await pool.query('select exists (select from email where ready_at is null) as left')).rows[0].left;
  while (await left()) await new Promise((resolve) => setTimeout(resolve, 100));
}

/**
 * Resolves when every email that can be read can be found, too. It asks from the email on that it found last, so that the
 * asking takes none of the time that is measured, and for all of them once none is left there.
 */
export async function allSearchable({ pool }) {
  for (let from = 0; ;) {
    const [first] = (await pool.query(unindexed, [from])).rows;
    if (!first && from === 0) return;
    from = first ? first.id : 0;
    if (first) await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Makes many mailboxes at once, as rows. */
export async function makeMailboxes({ pool, api }, [first, ...addresses]) {
  await api('POST', '/mailboxes', { email: first });
  await pool.query(
    `insert into mailbox (tenant_id, user_id, address, domain, look)
     select m.tenant_id, m.user_id, a, m.domain, a from mailbox m, unnest($2::text[]) a where m.address = $1`,
    [first, addresses],
  );
}

/** Resolves when everything is parsed and every event has left the outbox. */
export async function settled(pool) {
  await drained({ pool });
  const left = 'select exists (select from outbox_event where sent_at is null) as left';
  for (let wait = 0; wait < 600 && (await pool.query(left)).rows[0].left; wait += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Stops a process that a part started for itself. */
export async function stopSystem({ child, pool, dataDirectory }) {
  await pool.end();
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  rmSync(dataDirectory, { recursive: true, force: true });
}

export async function stopAll({ pool, dataDirectory }) {
  await pool.end();
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  rmSync(dataDirectory, { recursive: true, force: true });
}
