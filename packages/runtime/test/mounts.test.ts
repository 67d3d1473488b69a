import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { HttpFront, type Handler } from '../src/index.js';

@Controller('api')
class ApiController {
  @Get()
  answer(): string {
    return 'the app';
  }
}

@Module({ controllers: [ApiController] })
class ApiModule {}

const handler: Handler = (request, response) => {
  request.resume();
  response.end(`the handler, at ${request.url}`);
};

const site = {
  'index.html': '<title>the site</title>',
  '.env': 'SECRET',
  'guide/index.html': '<title>the guide</title>',
};
const assets = { 'assets/app-BdQq4o_z.js': 'let a;', 'assets/logo.svg': '<svg/>' };

let outside: string;
let front: HttpFront;
let port: number;
beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'mailroom-site-'));
  const folder = join(outside, 'site');
  for (const [name, content] of Object.entries({ ...site, ...assets, '../secret.txt': 'SECRET' })) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const options = { logger: false as const };
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule, new FastifyAdapter(), options);
  front = new HttpFront(async () => true);
  await front.mount({ prefix: '/', handler });
  await front.mount({ prefix: '/api', aliases: ['/docs'], app });
  await front.mount({ prefix: '/app', files: folder });
  await front.mount({ prefix: '/app/live', handler });
  ({ port } = await front.listen('127.0.0.1', 0));
});
afterAll(async () => {
  await front.close();
  await rm(outside, { recursive: true });
});

const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
const textAt = async (path: string, init?: RequestInit) => (await get(path, init)).text();
const navigation = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

/** The answer to a path exactly as it is written, which `fetch` would tidy up. */
async function raw(path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

describe('a front', () => {
  it('leads each request to the mount with the longest prefix, whichever came first', async () => {
    expect(await textAt('/api')).toBe('the app');
    expect(await textAt('/app/live/x?y=1')).toBe('the handler, at /app/live/x?y=1');
    expect(await textAt('/app/')).toBe(site['index.html']);
    expect(await textAt('/apple')).toBe('the handler, at /apple');
    expect(await textAt('/')).toBe('the handler, at /');
    expect((await get('/healthz')).status).toBe(200);
  });
});

describe('a folder', () => {
  it('is served with the types of its files', async () => {
    const types = ['/app', '/app/assets/app-BdQq4o_z.js', '/app/assets/logo.svg'].map(async (path) => {
      const { status, headers } = await get(path);
      return [status, headers.get('content-type'), headers.get('x-content-type-options')];
    });
    expect(await Promise.all(types)).toEqual([
      [200, 'text/html; charset=utf-8', 'nosniff'],
      [200, 'application/javascript; charset=utf-8', 'nosniff'],
      [200, 'image/svg+xml', 'nosniff'],
    ]);
  });

  it('lets browsers keep for ever what is named by its content, and ask for the rest', async () => {
    const cached = async (path: string, init?: RequestInit) => (await get(path, init)).headers.get('cache-control');
    expect(await cached('/app/assets/app-BdQq4o_z.js')).toBe('public, max-age=31536000, immutable');
    expect(await cached('/app/assets/logo.svg')).toBe('no-cache');
    expect(await cached('/app/')).toBe('no-cache');
    // The page that answers instead of a file that a later version no longer has.
    expect(await cached('/app/assets/app-00000000.js', navigation)).toBe('no-cache');
  });

  it('answers 304 to whoever has the file already', async () => {
    const { headers } = await get('/app/assets/logo.svg');
    const etag = headers.get('etag') ?? '';
    const again = await get('/app/assets/logo.svg', {
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    });
    expect([etag === '', again.status, await again.text()]).toEqual([false, 304, '']);
    expect(headers.get('last-modified')).toBe((await stat(join(outside, 'site/assets/logo.svg'))).mtime.toUTCString());
  });

  it("answers a navigation to the site's own routes with its page, and nothing else that is no file", async () => {
    expect(await textAt('/app/mailboxes/a@b.test', navigation)).toBe(site['index.html']);
    expect(await textAt('/app/guide/', navigation)).toBe(site['guide/index.html']);
    for (const path of ['/app/mailboxes/1', '/app/assets', '/app/assets/gone.js']) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  it('takes GET and HEAD only', async () => {
    const head = await get('/app/', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(site['index.html'].length),
      '',
    ]);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await get('/app/', { method });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
    }
  });

  it.each([
    '/app/../secret.txt',
    '/app/..%2fsecret.txt',
    '/app/%2e%2e/secret.txt',
    '/app/assets/..\\..\\..\\secret.txt',
    '/app%2f..%2f..%2fsecret.txt',
    '/app../secret.txt',
    '/app/.env',
    '/app/%2eenv',
    '/app/secret.txt%00.html',
    '/app/%',
    '/app//etc/passwd',
    `/app/${'x'.repeat(300)}`,
  ])('shows nothing that lies outside it or is hidden: %s', async (path) => {
    const answer = await raw(path);
    expect(answer).toMatch(/^HTTP\/1\.1 (200|404) /);
    expect(answer).not.toMatch(/SECRET|root:/);
  });
});
