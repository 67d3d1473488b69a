import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { imagesIn, placeOf } from './images.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = ['docker-compose.yml', 'infra/Dockerfile'];
const original = (file: string) => readFileSync(join(root, file), 'utf8');
const images: string[] = files.flatMap((file) => imagesIn(original(file)));

let copy: string;
let registry: Server;
let host: string;
/** What is served under each name and tag; a push changes it. */
let pushes: number;
beforeEach(async () => {
  pushes = 1;
  registry = createServer(serve);
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  host = `localhost:${(registry.address() as AddressInfo).port}`;
  copy = mkdtempSync(join(tmpdir(), 'mailroom-images-'));
  mkdirSync(join(copy, 'infra'));
  for (const file of files) {
    cpSync(join(root, file), join(copy, file));
    const text = images.reduce((all, image) => all.replaceAll(image, `${host}/${image}`), read(file));
    writeFileSync(join(copy, file), text);
  }
});
afterEach(() => {
  registry.close();
  rmSync(copy, { recursive: true });
});

const read = (file: string) => readFileSync(join(copy, file), 'utf8');
const digest = (path: string) => `sha256:${createHash('sha256').update(`${path} ${pushes}`).digest('hex')}`;

/** The Docker Registry HTTP API, version 2, as far as a pull needs it. */
function serve({ method, url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, `http://${headers.host}`);
  if (pathname === '/token') {
    const token = `for ${searchParams.get('scope')} of ${searchParams.get('service')}`;
    response.end(JSON.stringify({ token }));
    return;
  }
  const [, name = '', tag = ''] = /^\/v2\/(.+)\/manifests\/([^/]+)$/.exec(pathname) ?? [];
  const scope = `repository:${name}:pull`;
  if (headers.authorization !== `Bearer for ${scope} of fake`) {
    const challenge = `Bearer realm="http://${headers.host}/token",service="fake",scope="${scope}"`;
    response.writeHead(401, { 'www-authenticate': challenge }).end();
  } else if (method !== 'HEAD' || !headers.accept?.includes('image.index') || name.endsWith('missing')) {
    response.writeHead(404).end();
  } else {
    response.writeHead(200, { 'docker-content-digest': digest(`${name}:${tag}`) }).end();
  }
}

function run(): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const script = join(root, 'scripts/pin-images.mjs');
    execFile(process.execPath, [script, copy], (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    );
  });
}

describe('pin-images', () => {
  it('finds the images of others in both files', () => {
    expect(images.map((image) => image.split(':')[0]).sort()).toEqual([
      'caddy',
      'chrislusf/seaweedfs',
      'nats',
      'node',
      'postgres',
      'prom/prometheus',
    ]);
  });

  it.each([
    ['caddy:2.11.4-alpine', 'https://registry-1.docker.io', 'library/caddy', '2.11.4-alpine'],
    ['prom/prometheus:v3', 'https://registry-1.docker.io', 'prom/prometheus', 'v3'],
    ['quay.io/a/b/c:1', 'https://quay.io', 'a/b/c', '1'],
    ['localhost:5000/a:1', 'http://localhost:5000', 'a', '1'],
  ])('looks for %s in the right place', (image, origin, name, tag) => {
    expect(placeOf(image)).toEqual({ origin, name, tag });
  });

  it('appends the digest that the registry names, changes nothing else, and renews it', async () => {
    for (const round of [1, 2]) {
      pushes = round;
      expect(await run()).toMatchObject({ code: 0 });
      for (const image of images) {
        expect(files.map(read).join('')).toContain(`${host}/${image}@${digest(image)}`);
      }
      for (const file of files) {
        const without = read(file)
          .replaceAll(/@sha256:[0-9a-f]{64}/g, '')
          .replaceAll(`${host}/`, '');
        expect(without).toBe(original(file));
      }
    }
  });

  it('leaves both files as they are where one image is unknown', async () => {
    const unknown = read('infra/Dockerfile').replace(/\/node:/, '/missing:');
    writeFileSync(join(copy, 'infra/Dockerfile'), unknown);
    const compose = read('docker-compose.yml');
    const { code, output } = await run();
    expect([code, output]).toEqual([1, expect.stringMatching(/missing:\S+: the registry answered 404/)]);
    expect([read('docker-compose.yml'), read('infra/Dockerfile')]).toEqual([compose, unknown]);
  });
});
