import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { resolveEndpoint, type Lookup } from './address-check.js';
import type { AllowPrivate } from './webhook.js';

export type PostResult = { readonly status: number; readonly retryAfter: string | undefined };

export type PosterOptions = {
  readonly allowPrivate: AllowPrivate;
  readonly timeoutMs: number;
  /** The system's, but for tests. */
  readonly lookup?: Lookup;
};

const MAX_SOCKETS = 16;
const KEEP_ALIVE_MS = 4_000;
/** As much of an answer as is read; nobody looks at it. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Posts to endpoints over kept-alive connections, which are only ever made to addresses that were checked. */
export class Poster {
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  constructor(private readonly options: PosterOptions) {
    // Called by the socket itself: the address that was judged is the one that is connected to.
    const lookup: LookupFunction = (hostname, { all }, done) => {
      resolveEndpoint(hostname, options.allowPrivate, options.lookup).then(
        (found) => (all ? done(null, [found]) : done(null, found.address, found.family)),
        (error: NodeJS.ErrnoException) => done(error, '', 0),
      );
    };
    const settings = {
      keepAlive: true,
      keepAliveMsecs: KEEP_ALIVE_MS,
      maxSockets: MAX_SOCKETS,
      timeout: 30_000,
      lookup,
    };
    this.#http = new HttpAgent(settings);
    this.#https = new HttpsAgent(settings);
  }

  /** Redirects are not followed. @throws when there is no answer within the time limit */
  async post(url: string, body: string, headers: Record<string, string>): Promise<PostResult> {
    const { protocol, hostname } = new URL(url);
    // A literal address is never looked up, so it is judged here.
    if (/^[\d.]+$|^\[/.test(hostname)) await resolveEndpoint(hostname, this.options.allowPrivate);
    const request = protocol === 'https:' ? httpsRequest : httpRequest;
    const agent = protocol === 'https:' ? this.#https : this.#http;
    const { timeoutMs } = this.options;
    return new Promise((resolve, reject) => {
      const call = request(url, {
        method: 'POST',
        agent,
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      });
      call.on('response', (response) => {
        discard(response);
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      });
      call.on('error', (error) => {
        const late = error.name === 'AbortError' || error.name === 'TimeoutError';
        reject(late ? new Error(`No answer within ${timeoutMs / 1_000} s.`) : error);
      });
      call.end(body);
    });
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

function discard(response: IncomingMessage): void {
  let bytes = 0;
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
}
