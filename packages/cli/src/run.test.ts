import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createNetServer, type AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { exitCodes } from './exit-codes.js';
import { run, type Terminal } from './run.js';

it.each([
  ['emails', 'wait', '--timeout', '20'],
  ['tasks', 'claim', '--owner', 'me', '--wait', '20'],
])('%s %s that is interrupted has nothing, and says so by its exit code', async (...args) => {
  const stop = new AbortController();
  const said: string[] = [];
  const silent = createServer(() => stop.abort()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const write = (text: string) => said.push(text) > 0;
  const terminal = { env: {}, stdin: [], stdout: { write }, stderr: { write }, signal: stop.signal };
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const code = await run([...args, '--url', url, '--token', 'mrt_x'], terminal as unknown as Terminal);
  silent.closeAllConnections();
  silent.close();
  expect({ code, said }).toEqual({ code: exitCodes.nothing, said: [] });
});

it('goes on listening where a stream begins anew and where it asks too often, and says what to do', async () => {
  const stop = new AbortController();
  const said: string[] = [];
  const reset = { reason: 'What happened since Last-Event-ID is not kept any more.', fix: 'List what you need.' };
  const data = { accountId: 1, emailId: 2, email: null };
  const event = { id: 'e1', type: 'email.received', timestamp: '2026-01-02T03:04:05.000Z', data };
  const limits = [429, 429, 429, 200];
  const streams = createServer((_request, response) => {
    const status = limits.shift() ?? 200;
    if (status !== 200) return void response.writeHead(status, { 'retry-after': '0' }).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`event: stream.reset\ndata: ${JSON.stringify(reset)}\n\n`);
    response.write(`event: email.received\ndata: ${JSON.stringify(event)}\n\n`);
  }).listen(0, '127.0.0.1');
  await once(streams, 'listening');
  const write = (text: string) => said.push(text) > 0;
  const terminal = { env: {}, stdin: [], stdout: { write }, stderr: { write }, signal: stop.signal };
  const url = `http://127.0.0.1:${(streams.address() as AddressInfo).port}`;
  const asked = ['webhooks', 'listen', '--count', '1', '--url', url, '--token', 'mrt_x'];
  const code = await run(asked, terminal as unknown as Terminal);
  streams.closeAllConnections();
  streams.close();
  expect({ code, said }).toEqual({
    code: 0,
    said: [
      'stream.reset  What happened since Last-Event-ID is not kept any more. List what you need.\n',
      '2026-01-02T03:04:05.000Z  email.received   mailbox 1  email 2\n',
    ],
  });
});

it('says once that nobody is there to listen to, and goes on trying', async () => {
  const [stop, said] = [new AbortController(), [] as string[]];
  let calls = 0;
  // Each connection ends without an answer.
  const away = createNetServer((socket) => {
    calls += 1;
    socket.destroy();
    if (calls === 8) stop.abort();
  }).listen(0, '127.0.0.1');
  await once(away, 'listening');
  const write = (text: string) => said.push(text) > 0;
  const terminal = { env: {}, stdin: [], stdout: { write: () => true }, stderr: { write }, signal: stop.signal };
  const url = `http://127.0.0.1:${(away.address() as AddressInfo).port}`;
  await run(['webhooks', 'listen', '--url', url, '--token', 'mrt_x'], terminal as unknown as Terminal);
  away.close();
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^The service could not be reached at http:.*\. It is tried until it answers\.\n$/);
});

it('says once what is wrong with each field, and gives no advice about JSON that nobody at a terminal sees', async () => {
  const errors = [
    { field: 'to.0', message: 'must be an address' },
    { field: 'subject', message: 'must be a string' },
    { field: 'to.0', message: 'must be an address' },
    { field: 'subject', message: 'must be a string' },
  ];
  const advice = 'Correct the fields that error.errors names, or else what the message says, and send it again.';
  expect(await refusalOf({ errors, fix: advice })).toBe(
    'The field "to.0" must be an address. (invalid_request)\nThe field "subject" must be a string.\n',
  );
  expect(await refusalOf({ errors: errors.slice(0, 1), fix: 'Name one address.' })).toBe(
    'The field "to.0" must be an address. (invalid_request)\nName one address.\n',
  );
});

it('names the option by which a manager names the mailbox, and no field of a request', async () => {
  const fix = 'Send accountId; GET /mailboxes lists the ids.';
  const errors = [{ field: 'accountId', message: 'is required with a manager token' }];
  expect(await refusalOf({ type: 'account_required', errors, fix })).toBe(
    'The field "to.0" must be an address. (account_required)\n' +
      'Name it with --account; `mailroom mailboxes list` shows which there are.\n',
  );
});

it('tells which version it is', async () => {
  const said: string[] = [];
  const write = (text: string) => said.push(text) > 0;
  const terminal = { env: {}, stdin: [], stdout: { write }, stderr: { write }, signal: new AbortController().signal };
  expect(await run(['--version'], terminal as unknown as Terminal)).toBe(exitCodes.done);
  expect(said.join('')).toMatch(/^\d+\.\d+\.\d+\n$/);
});

/** What a command says whose request is refused so. */
async function refusalOf(details: object): Promise<string> {
  const said: string[] = [];
  const error = { type: 'invalid_request', ...details };
  const refused = {
    ok: false,
    code: 400,
    message: 'The field "to.0" must be an address.',
    requestId: 'r',
    data: null,
    error,
  };
  const refusing = createServer((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refused));
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const write = (text: string) => said.push(text) > 0;
  const { signal } = new AbortController();
  const terminal = { env: {}, stdin: [], stdout: { write }, stderr: { write }, signal };
  const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
  const code = await run(['mailboxes', 'list', '--url', url, '--token', 'mrt_x'], terminal as unknown as Terminal);
  refusing.closeAllConnections();
  refusing.close();
  expect(code).toBe(exitCodes.usage);
  return said.join('');
}
