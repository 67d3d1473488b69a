import { request as send } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { BodyAdmission } from '../src/body-admission.js';
import { readBodies } from '../src/body-reader.js';
import { sendFailure } from '../src/send-failure.js';

class OpenBodies extends BodyAdmission {
  override readonly maxBytes = 2_048;
  override async admit(): Promise<string> {
    return 'anybody';
  }
}

const app = fastify();
let url: string;
beforeAll(async () => {
  readBodies(app, new OpenBodies());
  app.setErrorHandler((error, request, reply) => {
    const bodyOf = ({ code, detail }: { code: string; detail: string }) => ({ code, detail });
    sendFailure(error, request, reply, { bodyOf, onError: () => {} });
  });
  app.post('/notes', async () => ({}));
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/notes`;
});
afterAll(() => app.close());

async function post(headers: Record<string, string>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const request = send(url, options, (response) => void json(response).then(resolve, reject));
    request.on('error', reject);
    request.end(`{"t":"${'x'.repeat(3_000)}"}`);
  });
}

it.each([
  ['announces its length', { 'content-length': '3008' }],
  ['does not', { 'transfer-encoding': 'chunked' }],
])('a body that is too large and %s hears how large it may be', async (_, headers) => {
  const detail = 'The body is larger than the 2 KiB of this operation.';
  expect(await post(headers)).toEqual({ code: 'payload_too_large', detail });
});
