import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
