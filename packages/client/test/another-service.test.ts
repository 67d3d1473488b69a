import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { HostedClient, MailroomClient } from '../src/index.js';

const servers = new Set<ReturnType<typeof createServer>>();
afterEach(() => {
  for (const server of servers) server.close().closeAllConnections();
  servers.clear();
});

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.add(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each([
  ['a page', 'text/html', '<!doctype html>'],
  ['nothing', 'text/plain', ''],
  ['data of another kind', 'application/json', '{"items":[]}'],
  ['null', 'application/json', 'null'],
])('an address where something else answers with %s is named, and what to check', async (_, type, body) => {
  const baseUrl = await serving((_request, response) => response.setHeader('content-type', type).end(body));
  await expect(new MailroomClient({ baseUrl, token: 'mrt_a' }).listMailboxes()).rejects.toMatchObject({
    type: 'unexpected_answer',
    message: `What answers at ${baseUrl} is not this API of Mailroom.`,
    status: 200,
    details: { fix: 'Check the address of the service.' },
  });
});

it('a page in the place of a plain answer is no answer either', async () => {
  const baseUrl = await serving((_request, response) => response.end('<!doctype html>'));
  const failure = new HostedClient({ baseUrl, token: 'mrt_a' }).getBillingAccount();
  await expect(failure).rejects.toMatchObject({ type: 'unexpected_answer' });
});

it('an answer that breaks off is one of a service that could not be reached', async () => {
  const baseUrl = await serving((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"ok":', () => response.destroy());
  });
  const failure = new MailroomClient({ baseUrl, token: 'mrt_a', retries: 0 }).listMailboxes();
  await expect(failure).rejects.toMatchObject({ type: 'unreachable', status: 0 });
});

it('a service without TLS is no riddle for who writes https', async () => {
  const baseUrl = (await serving((_request, response) => response.end())).replace('http:', 'https:');
  const failure = new MailroomClient({ baseUrl, token: 'mrt_a', retries: 0 }).listMailboxes();
  await expect(failure).rejects.toMatchObject({
    message: `The service could not be reached at ${baseUrl}: it does not speak TLS, so its address begins with http://.`,
  });
});
