import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from './random.js';

/** The requests for one `webhook-id`. */
export type Received = { readonly emailId: number; answered: number; tries: number };

/** An endpoint that does not always behave. */
export type WebhookReceiver = {
  readonly url: string;
  readonly received: ReadonlyMap<string, Received>;
  /** Requests whose signature or body was wrong. */
  readonly bad: string[];
  readonly faults: { failed: number; hung: number; dropped: number };
  /** The secret that was shown when the webhook was made. */
  trust(secret: string): void;
  /** Makes it answer everything with 200. */
  behave(): void;
  close(): Promise<void>;
};

const FAILED_SHARE = 0.03;
const HUNG_SHARE = 0.005;
const DROPPED_SHARE = 0.01;
/** A later request is a second attempt, and after a second failure the next would come only five minutes later. */
const FRESH_MS = 4_000;

type Body = { type?: unknown; timestamp?: unknown; data?: { emailId?: unknown } };

export async function startWebhookReceiver(random: Random): Promise<WebhookReceiver> {
  const received = new Map<string, Received>();
  const bad: string[] = [];
  const faults = { failed: 0, hung: 0, dropped: 0 };
  let key = Buffer.alloc(0);
  let behaves = false;

  const misbehave = (response: ServerResponse): boolean => {
    const lot = random.next();
    if (lot < FAILED_SHARE) {
      faults.failed += 1;
      response.writeHead(500).end();
    } else if (lot < FAILED_SHARE + HUNG_SHARE) faults.hung += 1;
    else if (lot < FAILED_SHARE + HUNG_SHARE + DROPPED_SHARE) {
      faults.dropped += 1;
      response.socket?.destroy();
    } else return false;
    return true;
  };
  const take = (request: IncomingMessage, text: string, response: ServerResponse) => {
    const id = String(request.headers['webhook-id']);
    const event = JSON.parse(text) as Body;
    const emailId = Number(event.data?.emailId);
    if (!isSigned(request, text, key) || event.type !== 'email.received' || !(emailId > 0)) {
      bad.push(id);
      return response.writeHead(400).end();
    }
    const known = received.get(id) ?? { emailId, answered: 0, tries: 0 };
    received.set(id, known);
    if (known.emailId !== emailId) bad.push(id);
    known.tries += 1;
    const isFresh = Date.now() - Date.parse(String(event.timestamp)) < FRESH_MS;
    if (!behaves && known.tries === 1 && isFresh && misbehave(response)) return undefined;
    known.answered += 1;
    return response.end();
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => take(request, text, response));
    request.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    bad,
    faults,
    trust: (secret) => (key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')),
    behave: () => (behaves = true),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The signature that Standard Webhooks defines: HMAC-SHA256 over id, time and body. */
function isSigned({ headers }: IncomingMessage, text: string, key: Buffer): boolean {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  const expected = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .map((part) => Buffer.from(part.replace(/^v1,/, ''), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}
