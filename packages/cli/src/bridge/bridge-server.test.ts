import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { UsageError } from '../usage-error.js';
import type { BridgeCalls } from './bridge-calls.js';
import { BridgeServer } from './bridge-server.js';

it('a port that is taken is named in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const listening = new BridgeServer({} as BridgeCalls, 'mrt_x').listen(port);
  await expect(listening).rejects.toThrow(UsageError);
  await expect(listening).rejects.toThrow(`Port ${port} can't be used: `);
  other.close();
});
