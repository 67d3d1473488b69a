import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { SignedPayment } from '../src/facilitator/facilitator.js';
import { RemoteFacilitator } from '../src/facilitator/remote.facilitator.js';

const payment = { payload: { x402Version: 2 }, requirements: { network: 'eip155:1' } } as unknown as SignedPayment;
const place = { network: 'eip155:1', asset: '0x', assetName: 'USDC', assetVersion: '2', payTo: '0x', rpcUrl: null };

let server: Server | undefined;
afterEach(async () => {
  server?.close();
  server?.closeAllConnections();
});

async function facilitatorThat(answers: (request: IncomingMessage, response: ServerResponse) => void) {
  server = createServer(answers).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new RemoteFacilitator({ url, place, timeoutMs: 300 });
}

describe('a facilitator behind a URL', () => {
  it('gets the payment as x402 says, and its answer is taken whatever its status', async () => {
    const seen: unknown[] = [];
    const facilitator = await facilitatorThat((request, response) => {
      void request.toArray().then((pieces) => {
        seen.push(request.url, JSON.parse(Buffer.concat(pieces).toString()));
        response.writeHead(402).end('{"isValid":false}');
      });
    });
    expect(await facilitator.verify(payment)).toEqual({ isValid: false });
    const body = { x402Version: 2, paymentPayload: payment.payload, paymentRequirements: payment.requirements };
    expect(seen).toEqual(['/verify', body]);
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['says nothing', () => {}],
    ['begins an answer and stops', (_, response) => void response.write('{')],
    ['hangs up', (request) => void request.socket.destroy()],
    ['writes without end', (_, response) => void response.write(`"${'x'.repeat(100_000)}`)],
    ['answers with a page', (_, response) => void response.end('<html>')],
    ['sends us elsewhere', (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
  ])('that %s has failed, in the time that it has, and what is logged quotes nothing', async (_, answers) => {
    const facilitator = await facilitatorThat(answers);
    const failure = await facilitator.settle(payment).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'FacilitatorFailure', message: expect.stringContaining('settle') });
    expect(String(Object(failure).cause)).toMatch(/^Error: [\w ]+$/);
  });

  it('is left at once when the process ends', async () => {
    const facilitator = await facilitatorThat(() => {});
    const call = facilitator.settle(payment);
    await facilitator.close();
    await expect(call).rejects.toMatchObject({ name: 'FacilitatorFailure' });
  });
});
