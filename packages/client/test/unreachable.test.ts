import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { MailroomClient } from '../src/index.js';

it('a service that is away is named with its address, and with what the connection met', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const clientOf = (baseUrl: string) => new MailroomClient({ baseUrl, token: 'mrt_a', retries: 0 });
  await expect(clientOf(`http://127.0.0.1:${port}/`).listMailboxes()).rejects.toMatchObject({
    type: 'unreachable',
    message: `The service could not be reached at http://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}.`,
  });
  // A name with several addresses has several failures, and then fetch gives only their kind.
  await expect(clientOf(`http://localhost:${port}`).listMailboxes()).rejects.toThrow(/:[0-9]+: .*ECONNREFUSED/);
  const secret = clientOf(`http://user:secret@127.0.0.1:${port}`).listMailboxes();
  await expect(secret).rejects.not.toThrow(/secret/);
});
