import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Lookup } from '@mailroom/egress';

export type Answer = 'redirect' | 'error' | 'large' | 'noise' | 'broken' | { key: Buffer; isSlow: boolean };

/** Domains of this ending have a certificate; a wildcard stands for one label alone, so each domain is named. */
const DOMAINS = [
  'keys',
  'changed',
  'direct',
  'names',
  'redirect',
  'error',
  'large',
  'noise',
  'broken',
  'busy',
  'private',
  ...Array.from({ length: 17 }, (_, index) => `many${index}`),
];
const LOOPBACK = { address: '127.0.0.1', family: 4 };

/** A server of a stranger with the key directories of many domains, over https, and the name server for them. */
export async function startDirectory() {
  const { key, cert } = await makeCertificate();
  const answers = new Map<string, Answer>();
  const requests: string[] = [];
  const direct = new Set<string>();
  const waiting: (() => void)[] = [];
  const server = createServer({ key, cert }, ({ url = '', headers }, response) => {
    const [, domain, path] = /^\/\.well-known\/openpgpkey\/(?:([^/]+)\/)?(hu\/[^?]+)/.exec(url) ?? [];
    const name = `${domain ?? headers.host?.replace(/:\d+$/, '')}${path}`;
    requests.push(name);
    const answer = answers.get(name);
    if (typeof answer === 'object' && answer.isSlow) waiting.push(() => response.end(answer.key));
    else give(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const lookup: Lookup = (host) => {
    const isDirect = host.startsWith('openpgpkey.') && direct.has(host.slice('openpgpkey.'.length));
    if (isDirect) return Promise.reject(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }));
    return Promise.resolve([host.endsWith('private.test') ? { address: '10.0.0.1', family: 4 } : LOOPBACK]);
  };
  return {
    answers,
    requests,
    direct,
    lookup,
    ca: cert,
    port: (server.address() as AddressInfo).port,
    letGo: () => waiting.splice(0).forEach((go) => go()),
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function give(response: ServerResponse, answer: Answer | undefined): void {
  if (answer === undefined) return void response.writeHead(404).end();
  if (typeof answer === 'object') return void response.end(answer.key);
  if (answer === 'redirect') return void response.writeHead(302, { location: 'https://127.0.0.1/' }).end();
  if (answer === 'error') return void response.writeHead(500).end();
  if (answer === 'large') return void response.end(Buffer.alloc(1024 * 1024));
  if (answer === 'noise') return void response.end('no key');
  response.writeHead(200, { 'content-length': 1000 });
  response.write('a part', () => response.destroy());
}

async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'directory-'));
  const names = DOMAINS.flatMap((name) => [`DNS:${name}.test`, `DNS:openpgpkey.${name}.test`]).join(',');
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=test'];
  await promisify(execFile)('openssl', [...made, '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', cert]);
  const made2 = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  await rm(folder, { recursive: true });
  return made2;
}
