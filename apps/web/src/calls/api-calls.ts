import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { refuse } from '../exchange/answer.js';
import type { ApiAddress } from './api-address.js';

/** What a page may say to the API, beside its credential. */
const ASKED = [
  'accept',
  'content-type',
  'content-length',
  'idempotency-key',
  'last-event-id',
  'payment-signature',
  'x-payment',
  'x-payment-proof',
];
/** What the API may say to a page. */
const ANSWERED = [
  'cache-control',
  'content-disposition',
  'content-length',
  'content-type',
  'idempotency-replayed',
  'payment-required',
  'payment-response',
  'retry-after',
  'x-request-id',
];
/** This much of a body that nobody wants any more is read and thrown away, before the connection ends. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;
/** Longer than a long poll, and than the pause between two signs of life of a stream. */
const SILENCE_MS = 150_000;
/** Whatever a stranger wrote into an attachment, the browser runs none of it as a page of ours. */
const INERT = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' };

export type ApiCall = {
  /** With the query. */
  readonly path: string;
  readonly credential: string;
  /** The address of the person's machine. */
  readonly client: string;
  /** Called before the answer, if the API does not know the credential. */
  readonly onUnknown: () => Promise<Record<string, string>>;
};

/** Passes a page's calls on to the APIs with the credential of its session, as streams in both directions. */
export class ApiCalls {
  readonly #http = new HttpAgent({ keepAlive: true, keepAliveMsecs: 10_000, timeout: SILENCE_MS });
  readonly #https = new HttpsAgent({ keepAlive: true, keepAliveMsecs: 10_000, timeout: SILENCE_MS });

  constructor(private readonly api: ApiAddress) {}

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  async pass(request: IncomingMessage, response: ServerResponse, call: ApiCall): Promise<void> {
    const url = this.api.urlOf(call.path);
    const isTls = url.protocol === 'https:';
    const upstream = (isTls ? httpsRequest : httpRequest)(url, {
      agent: isTls ? this.#https : this.#http,
      method: request.method ?? 'GET',
      headers: {
        ...only(request, ASKED),
        ...this.api.headersFor(call.path, call.client),
        authorization: `Bearer ${call.credential}`,
      },
    });
    upstream.setTimeout(SILENCE_MS, () => upstream.destroy(new Error('The API was silent.')));
    response.once('close', () => upstream.destroy());
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      // It may fail more than once, also after its answer.
      upstream.once('response', resolve).on('error', reject);
    });
    request.pipe(upstream);
    const answer = await answered.catch(() => null);
    discardRest(request, upstream);
    if (!answer) return unreachable(response);
    const more = answer.statusCode === 401 ? await call.onUnknown() : {};
    response.writeHead(answer.statusCode ?? 502, { ...only(answer, ANSWERED), ...INERT, ...more });
    // Whoever follows a stream of events knows by the head alone that it stands.
    response.flushHeaders();
    await pipeline(answer, response).catch(() => response.destroy());
  }
}

/**
 * Reads what is left of a body whose call is answered: an API that refuses early takes no more of it, and a browser looks
 * at the answer only once all was sent.
 */
function discardRest(request: IncomingMessage, upstream: ClientRequest): void {
  if (request.readableEnded) return;
  let discarded = 0;
  request.unpipe(upstream);
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) request.destroy();
  });
  // The pipe may have left it paused.
  request.resume();
}

function only({ headers }: IncomingMessage, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

function unreachable(response: ServerResponse): void {
  if (response.destroyed || response.headersSent) return;
  refuse(response, 502, 'api_unreachable', 'The service behind this page does not answer. Try again in a moment.');
}
