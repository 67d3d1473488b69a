import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { HttpFront, type Handler } from './http-front.js';

/** What a client hears that sends this and no more. */
async function heardAfter(sent: string, handler: Handler): Promise<string> {
  const arrival = { requestTimeout: 300, headersTimeout: 200, connectionsCheckingInterval: 20 };
  const front = new HttpFront(async () => true, arrival);
  await front.mount({ prefix: '/slow', handler });
  const { port } = await front.listen('127.0.0.1', 0);
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  socket.write(sent);
  const heard = ((await socket.toArray()) as string[]).join('');
  await front.close();
  return heard;
}

const BEGUN = 'POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n';

it.each([
  ['header', BEGUN],
  ['body', `${BEGUN}\r\nhalf`],
])('a request whose %s does not arrive in time is answered 408, and the connection ends', async (_, sent) => {
  const heard = await heardAfter(sent, (request) => void request.resume());
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^]*\bconnection: close$/i);
  expect(JSON.parse(body)).toMatchObject({ ok: false, code: 408, message: 'The request did not arrive in time.' });
});

it.each([
  ['before the request has arrived', `${BEGUN}\r\nhalf`],
  ['before something that is no request follows', 'GET /slow HTTP/1.1\r\nhost: x\r\n\r\nHELO there\r\n\r\n'],
])('an answer that has begun %s is broken off, and no other one is put into it', async (_, sent) => {
  const heard = await heardAfter(sent, (request, response) => {
    request.resume();
    response.writeHead(200, { 'content-length': 1_000 }).write('the beginning');
  });
  // What was written and not yet sent goes with the connection.
  expect(heard).toMatch(/^(?:HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nthe beginning)?$/);
});
