import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, migrate, statement } from '@mailroom/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@mailroom/embedded-postgres';
import { spawnService, until, untilReady } from '@mailroom/testing';
import pg from 'pg';
import { generate } from 'selfsigned';

let directory: string;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailroom-postgres-tls-'));
  await chmod(directory, 0o755);
  postgres = await startEmbeddedPostgres({ dataDirectory: join(directory, 'data'), durable: false });
  await turnTlsOn();
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

/** The certificate of an authority of our own; `ours` has signed that of the server. */
const authority = (name: 'ours' | 'another') => join(directory, `${name}.crt`);

/** Makes two authorities and gives Postgres a certificate for `localhost` by the first. */
async function turnTlsOn(): Promise<void> {
  const make = () =>
    generate([{ name: 'commonName', value: 'Private authority' }], {
      keySize: 2048,
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, critical: true },
      ],
    });
  const [ours, another] = [await make(), await make()];
  await Promise.all([writeFile(authority('ours'), ours.cert), writeFile(authority('another'), another.cert)]);
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    ca: { key: ours.private, cert: ours.cert },
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  await asAdmin(async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const place = rows[0]?.data_directory ?? '';
    // Postgres wants its key to be its own, and it may run as another user than we do.
    const { uid, gid } = await stat(place);
    for (const [name, text] of Object.entries({ 'server.crt': server.cert, 'server.key': server.private })) {
      await writeFile(join(place, name), text, { mode: 0o600 });
      await chown(join(place, name), uid, gid);
    }
    await client.query('alter system set ssl = on');
    await client.query('select pg_reload_conf()');
    const isOn = async () => (await client.query<{ ssl: string }>('show ssl')).rows[0]?.ssl === 'on';
    await until(isOn, { what: 'TLS' });
  });
}

async function asAdmin(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await work(client).finally(() => client.end());
}

/** What docs/deploy.md says to write. */
function securely(host: string, name: 'ours' | 'another'): string {
  return `${postgres.url.replace('127.0.0.1', host)}?sslmode=verify-full&sslrootcert=${authority(name)}`;
}

const isEncrypted = statement('test-is-encrypted', 'select ssl from pg_stat_ssl where pid = pg_backend_pid()');

describe('a Postgres whose certificate a private authority has signed', () => {
  it('is migrated, written to in both ways, and listened to, all encrypted', async () => {
    await migrate(securely('localhost', 'ours'));
    const database = new Database({ url: securely('localhost', 'ours'), applicationName: 'tls-test' });
    try {
      expect(await database.query(isEncrypted)).toEqual([{ ssl: true }]);
      const sql = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
      expect(await database.transaction((tx) => tx.$queryRawUnsafe(sql))).toEqual([{ ssl: true }]);
      const insert = statement('test-insert', `insert into tenant (id, name) values ('tnt_one', 'one')`);
      await database.query(insert);
      await database.transaction((tx) => tx.tenant.create({ data: { id: 'tnt_two', name: 'two' } }));
      expect(await database.use((client) => client.tenant.count({ where: { id: { startsWith: 'tnt_' } } }))).toBe(2);
      let heard = false;
      const stop = database.listen('tls', () => (heard = true));
      await until(() => heard, { what: 'the listener' });
      stop();
    } finally {
      await database.close();
    }
  });

  it.each([
    ['another authority is trusted', 'localhost', 'another', /certificate/],
    ['the host in the URL is not that of the certificate', '127.0.0.1', 'ours', /altnames|IP/],
  ] as const)('is not talked to where %s', async (_, host, name, problem) => {
    await expect(migrate(securely(host, name))).rejects.toThrow(problem);
    const database = new Database({ url: securely(host, name) });
    try {
      await expect(database.query(isEncrypted)).rejects.toThrow();
      await expect(database.use((client) => client.tenant.count())).rejects.toThrow();
    } finally {
      await database.close();
    }
  });

  it('serves an app', async () => {
    const ingest = spawnService('smtp-ingest', {
      DATABASE_URL: securely('localhost', 'ours'),
      NATS_URL: 'nats://127.0.0.1:1',
      BLOB_STORE_URL: pathToFileURL(join(directory, 'blobs')).href,
      MAILROOM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      MAILROOM_HTTP_HOST: '127.0.0.1',
      MAILROOM_HTTP_PORT: '0',
      MAILROOM_SMTP_PORT: '0',
      LOG_LEVEL: 'fatal',
    });
    await untilReady(ingest);
    expect(await ingest.readiness()).toBe(200);
    expect(await ingest.stop()).toBe(0);
  }, 60_000);
});
