import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { DomainError } from '@mailroom/errors';
import { HttpFront, type Handler } from './http-front.js';

let front: HttpFront;
let port: number;
beforeEach(async () => {
  front = new HttpFront(async () => true, {
    requestTimeout: 300,
    headersTimeout: 200,
    connectionsCheckingInterval: 20,
  });
});
afterEach(() => front.close());

const silent: Handler = (request) => void request.resume();
const refusal = ({ code, detail, fix }: DomainError, status: number) => ({ error: code, detail, fix, status });

async function mountBoth(): Promise<void> {
  await front.mount({ prefix: '/v2', handler: silent, refusal, aliases: ['/short'] });
  await front.mount({ prefix: '/agent', handler: silent });
  ({ port } = await front.listen('127.0.0.1', 0));
}

/** The body of the answer to these pieces of a request. */
async function answerTo(...pieces: string[]): Promise<unknown> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(20);
  }
  const [, body = ''] = ((await socket.toArray()) as string[]).join('').split('\r\n\r\n');
  return JSON.parse(body);
}

const LONG = 'x'.repeat(20_000);
const HOST = 'host: x\r\n';

it.each([
  ['a version of HTTP that there is not', 'GET /v2/leases HTTP/9.9\r\n\r\n', 400],
  ['a header that is none', `\r\nGET /v2/leases HTTP/1.1\r\n${HOST}no header\r\n\r\n`, 400],
  ['an address that is named whole', `GET http://mail.test/v2 HTTP/1.1\r\n: x\r\n\r\n`, 400],
  ['a query', `GET /v2?a=1 HTTP/1.1\r\n: x\r\n\r\n`, 400],
  ['two hosts', `GET /v2/leases HTTP/1.1\r\n${HOST}${HOST}\r\n`, 400],
  ['headers that are too long', `GET /v2/leases HTTP/1.1\r\n${HOST}a: ${LONG}\r\n\r\n`, 431],
  ['an address that is too long', `GET /v2/${LONG} HTTP/1.1\r\n${HOST}\r\n`, 431],
  ['an alias', `GET /short HTTP/1.1\r\n: x\r\n\r\n`, 400],
  ['a piece of a body that is none', `POST /v2 HTTP/1.1\r\n${HOST}transfer-encoding: chunked\r\n\r\nzz\r\n`, 400],
  ['a body that does not come', `POST /v2 HTTP/1.1\r\n${HOST}content-length: 10\r\n\r\nhalf`, 408],
])('a request with %s is refused in the form of its surface', async (_, request, status) => {
  await mountBoth();
  expect(await answerTo(request)).toEqual({
    error: 'invalid_request',
    detail: expect.any(String),
    fix: expect.any(String),
    status,
  });
});

it('a request whose path is that of no other form, or of which nobody knows it, is refused in that of the agent API', async () => {
  await mountBoth();
  for (const pieces of [
    ['GET /agent/me HTTP/9.9\r\n\r\n'],
    ['GET /v20 HTTP/9.9\r\n\r\n'],
    ['HELO there\r\n\r\n'],
    [`GET /v2 HTTP/1.1\r\n${HOST}`, `a: ${LONG}\r\n\r\n`],
    [`GET /v2 HTTP/1.1\r\n${HOST}`],
  ]) {
    expect(await answerTo(...pieces)).toMatchObject({
      ok: false,
      code: expect.any(Number),
      data: null,
      error: { type: 'invalid_request', fix: expect.any(String) },
    });
  }
});

it('where all that is served has one form, every refusal has it', async () => {
  await front.mount({ prefix: '/v2', handler: silent, refusal });
  ({ port } = await front.listen('127.0.0.1', 0));
  expect(await answerTo('HELO there\r\n\r\n')).toMatchObject({ error: 'invalid_request', status: 400 });
});
