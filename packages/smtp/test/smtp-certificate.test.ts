import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { generate } from 'selfsigned';
import { CertificateWatch } from '../src/certificate-watch.js';
import type { KeyPair } from '../src/start-tls.js';
import { RawClient } from './raw-client.js';
import { startServer, stopServers, until, type RunningServer } from './smtp-fixture.js';

let first: KeyPair;
let second: KeyPair;
let folder: string;
let running: RunningServer;
let watch: CertificateWatch;
let lines: { level: number; msg: string }[];
let tried: number;

async function make(name: string): Promise<KeyPair> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }]);
  return { key, cert };
}

beforeAll(async () => {
  [first, second] = [await make('first.test'), await make('second.test')];
});

/** Puts a pair in place as the kubelet does: a new folder, to which a link is switched over at once. */
function swap(version: string, { key, cert }: KeyPair): void {
  mkdirSync(join(folder, version));
  writeFileSync(join(folder, version, 'tls.key'), key);
  writeFileSync(join(folder, version, 'tls.crt'), cert);
  symlinkSync(version, join(folder, '..data-next'));
  renameSync(join(folder, '..data-next'), join(folder, '..data'));
}

function startWatch(pollMs: number): CertificateWatch {
  const files = { keyFile: join(folder, 'tls.key'), certFile: join(folder, 'tls.crt') };
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const use = (pair: KeyPair) => {
    tried += 1;
    running.server.renewCertificate(pair);
  };
  return new CertificateWatch({ ...files, ...first }, use, log, pollMs);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mailroom-tls-'));
  swap('v1', first);
  for (const name of ['tls.key', 'tls.crt']) symlinkSync(join('..data', name), join(folder, name));
  lines = [];
  tried = 0;
  running = await startServer({ tls: first });
  watch = startWatch(5);
});

afterEach(async () => {
  await watch.close();
  await stopServers();
  rmSync(folder, { recursive: true });
});

async function secured(): Promise<RawClient> {
  const client = await RawClient.greeted(running.port);
  await client.say('STARTTLS');
  await client.secure();
  return client;
}

function nameIn({ socket }: RawClient): unknown {
  return socket instanceof TLSSocket ? socket.getPeerCertificate().subject.CN : null;
}

const errors = () => lines.filter(({ level }) => level >= 50);

describe('a certificate that was renewed', () => {
  it('is that of new connections, and breaks none of the others', async () => {
    const before = await secured();
    swap('v2', second);
    await until(() => lines.length > 0);
    expect(nameIn(await secured())).toBe('second.test');
    expect(nameIn(before)).toBe('first.test');
    expect(await before.say('NOOP')).toMatch(/^250 /);
    expect(lines).toMatchObject([{ level: 30, msg: 'the TLS certificate was renewed' }]);
  });

  it('is used where its files are written in place, one after the other', async () => {
    writeFileSync(join(folder, 'tls.key'), second.key);
    await until(() => errors().length > 0);
    expect(nameIn(await secured())).toBe('first.test');
    writeFileSync(join(folder, 'tls.crt'), second.cert);
    // The file may be read while it is being written, which is one complaint more.
    await until(() => lines.some(({ level }) => level === 30));
    expect(nameIn(await secured())).toBe('second.test');
  });

  it('is not complained of where its second file comes before the next look', async () => {
    await watch.close();
    watch = startWatch(250);
    writeFileSync(join(folder, 'tls.key'), second.key);
    await until(() => tried === 1);
    writeFileSync(join(folder, 'tls.crt'), second.cert);
    await until(() => lines.length > 0);
    expect(lines).toMatchObject([{ level: 30, msg: 'the TLS certificate was renewed' }]);
    expect(nameIn(await secured())).toBe('second.test');
  });

  it.each<[string, () => void]>([
    ['does not fit its key', () => swap('v2', { key: first.key, cert: second.cert })],
    ['is no certificate', () => swap('v2', { key: second.key, cert: 'none' })],
    ['is empty', () => swap('v2', { key: '', cert: '' })],
    ['is gone', () => rmSync(join(folder, 'tls.crt'))],
  ])('and %s is complained of once, and the old one stays', async (_, spoil) => {
    spoil();
    await until(() => errors().length > 0);
    expect(nameIn(await secured())).toBe('first.test');
    // What comes next is noticed after many more looks at the same files.
    await secured();
    expect(errors()).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('PRIVATE KEY');
    // The link comes back behind the swap, so that nobody sees the first pair again in between.
    swap('v3', second);
    rmSync(join(folder, 'tls.crt'), { force: true });
    symlinkSync(join('..data', 'tls.crt'), join(folder, 'tls.crt'));
    await until(() => lines.some(({ level }) => level === 30));
    expect(nameIn(await secured())).toBe('second.test');
    expect(readFileSync(join(folder, 'tls.crt'), 'utf8')).toBe(second.cert);
  });
});
