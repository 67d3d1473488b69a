import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { AddressRefusedError, resolveEndpoint, type Lookup } from './address-check.js';
import { TimeLimitError } from './webhook-metrics.js';
import type { AllowPrivate } from './webhook.js';

export type PostResult = { readonly status: number; readonly retryAfter: string | undefined };

export type PosterOptions = {
  readonly allowPrivate: AllowPrivate;
  readonly timeoutMs: number;
  /** For tests, instead of the one that fits `allowPrivate`. */
  readonly lookup?: Lookup;
};

const KEEP_ALIVE_MS = 4_000;
const IDLE_MS = 30_000;
/** As much of an answer as is read; nobody looks at it. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** An idle connection that its endpoint closed just as it was used again. */
class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
}

/** Posts to endpoints over kept-alive connections, which are only ever made to addresses that were checked. */
export class Poster {
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  constructor(private readonly options: PosterOptions) {
    // Called by the socket itself: the addresses that were judged are the ones that it connects to.
    const lookup: LookupFunction = (hostname, { all }, done) => {
      resolveEndpoint(hostname, options.allowPrivate, options.lookup).then(
        (found) => (all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
        (error: NodeJS.ErrnoException) => done(error, '', 0),
      );
    };
    // No limit of sockets: an agent counts them by host, where endpoints of many tenants may lie.
    const settings = { keepAlive: true, keepAliveMsecs: KEEP_ALIVE_MS, timeout: IDLE_MS, lookup };
    this.#http = new HttpAgent(settings);
    this.#https = new HttpsAgent(settings);
  }

  /** Redirects are not followed. @throws when there is no answer within the time limit */
  async post(url: string, body: string, headers: Record<string, string>): Promise<PostResult> {
    const target = new URL(url);
    if (target.protocol !== 'https:' && this.options.allowPrivate === 'none') {
      throw new AddressRefusedError('The endpoint is not an https one, which is not allowed.');
    }
    // A literal address is never looked up, so it is judged here.
    if (/^[\d.]+$|^\[/.test(target.hostname)) await resolveEndpoint(target.hostname, this.options.allowPrivate);
    const signal = AbortSignal.timeout(this.options.timeoutMs);
    for (;;) {
      try {
        return await this.#send(target, body, headers, signal);
      } catch (error) {
        // It costs an idle connection each time, so this ends.
        if (!(error instanceof StaleConnectionError)) throw error;
      }
    }
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #send(target: URL, body: string, headers: Record<string, string>, signal: AbortSignal): Promise<PostResult> {
    const secure = target.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const call = (secure ? httpsRequest : httpRequest)(target, {
        method: 'POST',
        agent: secure ? this.#https : this.#http,
        signal,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Mailroom-Webhooks',
        },
      });
      call.on('response', (response) => {
        discard(response);
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      });
      call.on('error', (error: NodeJS.ErrnoException) => reject(this.#failure(call, error, signal)));
      // An answer that is none, such as a change of protocol, ends in nothing else.
      call.on('close', () => reject(new Error('The endpoint closed the connection without an answer.')));
      call.end(body);
    });
  }

  #failure(call: ClientRequest, error: NodeJS.ErrnoException, signal: AbortSignal): Error {
    if (signal.aborted) return new TimeLimitError(`No answer within ${this.options.timeoutMs / 1_000} s.`);
    const cutOff = error.code === 'ECONNRESET' || error.code === 'EPIPE';
    if (cutOff && call.reusedSocket) return new StaleConnectionError(error.message, { cause: error });
    // Several addresses that all failed: the first speaks for them.
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
    return first instanceof Error ? first : error;
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
