import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
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

it('asks whoever comes before all is mounted to try again, and says what is not there only afterwards', async () => {
  const front = new HttpFront(async () => true);
  const { port } = await front.listen('127.0.0.1', 0);
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const early = await ask('/v1/billing/topup');
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await early.json()).toMatchObject({ error: 'unavailable' });
  await front.mount({ prefix: '/v1', handler: (_request, response) => response.end('there') });
  expect(await (await ask('/v1/billing/topup')).text()).toBe('there');
  expect((await ask('/nothing')).status).toBe(503);
  front.complete();
  expect((await ask('/nothing')).status).toBe(404);
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

/** An answer that is under way while the front closes, over a connection that its client would keep. */
async function closedDuring(answering: (response: ServerResponse) => () => void) {
  const front = new HttpFront(async () => true);
  let end: (() => void) | undefined;
  await front.mount({ prefix: '/long', handler: (_request, response) => (end = answering(response)) });
  const { port } = await front.listen('127.0.0.1', 0);
  const agent = new Agent({ keepAlive: true });
  const answered = once(request({ port, path: '/long', agent }).end(), 'response') as Promise<[IncomingMessage]>;
  while (!end) await new Promise((resolve) => setTimeout(resolve, 5));
  const begun = performance.now();
  const closed = front.close();
  end();
  const [response] = await answered;
  const chunks = await response.toArray();
  await closed;
  agent.destroy();
  const text = Buffer.concat(chunks).toString();
  return { text, connection: response.headers.connection, ms: performance.now() - begun };
}

it('has closed as soon as the last request is answered, and its client knows that the connection ends', async () => {
  const answer = (response: ServerResponse) => () => response.end('nothing came');
  const { text, connection, ms } = await closedDuring(answer);
  expect({ text, connection }).toEqual({ text: 'nothing came', connection: 'close' });
  expect(ms).toBeLessThan(2_000);
});

it('has closed as soon as the last stream has ended', async () => {
  const stream = (response: ServerResponse) => {
    response.write('one, ');
    return () => response.end('two');
  };
  const { text, ms } = await closedDuring(stream);
  expect(text).toBe('one, two');
  expect(ms).toBeLessThan(2_000);
});

it('is not held up by a connection that nobody has used', async () => {
  const front = new HttpFront(async () => true);
  const { port } = await front.listen('127.0.0.1', 0);
  const unused = connect(port, '127.0.0.1');
  await once(unused, 'connect');
  // The front has accepted it by then.
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  const begun = performance.now();
  await front.close();
  expect(performance.now() - begun).toBeLessThan(2_000);
  unused.destroy();
});

it.each([
  ['what is no HTTP', 'HELO there\r\n\r\n', 400, 'is not readable HTTP'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nhost: one\r\nHOST: two\r\n\r\n', 400, 'more than one Host'],
  ['a long address', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, 'more than 16384 bytes'],
  ['long headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'more than 16384 bytes'],
])('says in line and body alike what is wrong with %s', async (_, request, status, message) => {
  const front = new HttpFront(async () => true);
  const { port } = await front.listen('127.0.0.1', 0);
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(request);
  const [head = '', body = ''] = ((await socket.toArray()) as string[]).join('').split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(JSON.parse(body)).toMatchObject({
    code: status,
    message: expect.stringContaining(message),
    error: { type: 'invalid_request', fix: expect.any(String) },
  });
  await front.close();
});

it('answers also whoever names the whole address, or puts a query behind a path of its own', async () => {
  const front = new HttpFront(async () => true);
  const heard: unknown[] = [];
  await front.mount({
    prefix: '/v1',
    handler: ({ url, headers }, response) => {
      heard.push([url, headers.host]);
      response.end();
    },
    home: '/v1',
  });
  front.complete();
  const { port } = await front.listen('127.0.0.1', 0);
  const ask = async (path: string) => {
    const [response] = (await once(request({ port, path }).end(), 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  for (const path of ['/healthz?probe=1', '/readyz?', '/metrics?name[]=x', 'http://mail.test/healthz']) {
    expect({ path, status: await ask(path) }).toEqual({ path, status: 200 });
  }
  for (const path of ['http://mail.test/v1/me?a=1', 'HTTPS://me@mail.test:444/v1', 'http://mail.test/v1?x'])
    await ask(path);
  expect(heard).toEqual([
    ['/v1/me?a=1', 'mail.test'],
    ['/v1', 'mail.test:444'],
    ['/v1?x', 'mail.test'],
  ]);
  for (const path of ['/?x', 'http://mail.test', 'http://mail.test?x']) expect(await ask(path)).toBe(302);
  for (const path of ['/healthzz', '/v10']) expect(await ask(path)).toBe(404);
  await front.close();
});
