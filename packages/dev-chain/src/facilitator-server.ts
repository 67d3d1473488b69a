import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import type { X402Facilitator } from './dev-facilitator.js';

export type FacilitatorServer = { readonly url: string; close(): Promise<void> };

const MAX_BYTES = 65_536;

type Call = { readonly paymentPayload: PaymentPayload; readonly paymentRequirements: PaymentRequirements };

/** Serves a facilitator as x402 describes it (`/supported`, `/verify`, `/settle`), on the loopback interface. */
export async function serveFacilitator(facilitator: X402Facilitator, port = 0): Promise<FacilitatorServer> {
  const server = createServer((request, response) => {
    answer(facilitator, request).then(
      (body) => send(response, body === null ? 404 : 200, body ?? {}),
      (error: unknown) => send(response, 500, { error: error instanceof Error ? error.message : String(error) }),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function answer(facilitator: X402Facilitator, request: IncomingMessage): Promise<object | null> {
  const route = `${request.method} ${request.url}`;
  if (route === 'GET /supported') return facilitator.supported();
  if (route !== 'POST /verify' && route !== 'POST /settle') return null;
  const { paymentPayload, paymentRequirements } = await readCall(request);
  if (route === 'POST /verify') return facilitator.verify(paymentPayload, paymentRequirements);
  return facilitator.settle(paymentPayload, paymentRequirements);
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error('The request is too large.');
    pieces.push(piece);
  }
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as Call;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
