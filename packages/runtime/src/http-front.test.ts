import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { HttpFront } from './http-front.js';

it('says that it is not ready where the answer does not come', async () => {
  const front = new HttpFront(() => new Promise<boolean>(() => {}));
  const { port } = await front.listen('127.0.0.1', 0);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  await front.close();
});

it('keeps a connection that nobody uses for longer than the shipped proxy does', async () => {
  const front = new HttpFront(async () => true);
  const { port } = await front.listen('127.0.0.1', 0);
  const agent = new Agent({ keepAlive: true });
  const [response] = (await once(request({ port, path: '/healthz', agent }).end(), 'response')) as [IncomingMessage];
  response.resume();
  const caddyfile = await readFile(join(import.meta.dirname, '../../../infra/Caddyfile'), 'utf8');
  const [, proxySeconds] = /^\s*keepalive (\d+)s$/m.exec(caddyfile) ?? [];
  const [, ownSeconds] = /timeout=(\d+)/.exec(String(response.headers['keep-alive'])) ?? [];
  expect(Number(ownSeconds) - Number(proxySeconds)).toBeGreaterThanOrEqual(10);
  agent.destroy();
  await front.close();
});
