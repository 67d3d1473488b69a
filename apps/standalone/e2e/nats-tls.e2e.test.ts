import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTestDatabase,
  spawnService,
  startNats,
  untilReady,
  type NatsServer,
  type TestDatabase,
} from '@mailroom/testing';
import { generate } from 'selfsigned';

let test: TestDatabase;
let nats: NatsServer;
let directory: string;
const certificate = () => join(directory, 'nats.crt');
beforeAll(async () => {
  test = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'mailroom-nats-tls-'));
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const key = join(directory, 'nats.key');
  await Promise.all([writeFile(certificate(), made.cert), writeFile(key, made.private)]);
  const access = ['--user', 'mailroom', '--pass', 's/ecret'];
  nats = await startNats(['--tls', '--tlscert', certificate(), '--tlskey', key, ...access]);
}, 60_000);
afterAll(async () => {
  await nats.close();
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

function start(natsUrl: string) {
  return spawnService('indexer', {
    DATABASE_URL: test.url,
    NATS_URL: natsUrl,
    NODE_EXTRA_CA_CERTS: certificate(),
    BLOB_STORE_URL: pathToFileURL(directory).href,
    MAILROOM_HTTP_HOST: '127.0.0.1',
    MAILROOM_HTTP_PORT: '0',
    LOG_LEVEL: 'error',
  });
}

describe('an app and a NATS server with TLS and a password', () => {
  it('come together by a tls:// URL with the password in it', async () => {
    const indexer = start(nats.url.replace('nats://127.0.0.1', 'tls://mailroom:s%2Fecret@localhost'));
    await untilReady(indexer);
    expect(await indexer.readiness()).toBe(200);
    expect(await indexer.stop()).toBe(0);
  }, 60_000);
});
