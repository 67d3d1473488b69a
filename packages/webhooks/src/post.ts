import { Agent as HttpAgent, request as httpRequest, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { AddressRefusedError, checkedLookup, resolveHost, type AllowPrivate, type Lookup } from '@mailroom/egress';
import { answerText } from './tries/answer-text.js';
import { TimeLimitError } from './webhook-metrics.js';

export type PostResult = {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The beginning of the answer's body. */
  readonly answer: string;
};

export type PosterOptions = {
  readonly allowPrivate: AllowPrivate;
  readonly timeoutMs: number;
  /** Tests use this instead of the look-up that fits `allowPrivate`. */
  readonly lookup?: Lookup;
};

const KEEP_ALIVE_MS = 4_000;
const IDLE_MS = 30_000;

/** The endpoint closed an idle connection just as it was used again. */
class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
}

/** Posts to endpoints over kept-alive connections, which are made only to addresses that were checked. */
export class Poster {
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  constructor(private readonly options: PosterOptions) {
    const lookup = checkedLookup(options.allowPrivate, options.lookup);
    // There is no limit on sockets: an agent counts them by host, and one host may serve endpoints of many tenants.
    const settings = { keepAlive: true, keepAliveMsecs: KEEP_ALIVE_MS, timeout: IDLE_MS, lookup };
    this.#http = new HttpAgent(settings);
    this.#https = new HttpsAgent(settings);
  }

  /** Posts once; redirects are not followed. @throws if there is no answer within the time limit */
  async post(url: string, body: string, headers: Record<string, string>): Promise<PostResult> {
    const target = new URL(url);
    if (target.protocol !== 'https:' && this.options.allowPrivate === 'none') {
      throw new AddressRefusedError('The endpoint is not an https one, which is not allowed.');
    }
    // A literal address is never looked up, so we check it here.
    if (/^[\d.]+$|^\[/.test(target.hostname)) await resolveHost(target.hostname, this.options.allowPrivate);
    const signal = AbortSignal.timeout(this.options.timeoutMs);
    for (;;) {
      try {
        return await this.#send(target, body, headers, signal);
      } catch (error) {
        // Each repetition uses up an idle connection, so this ends.
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
      let answered = false;
      const call = (secure ? httpsRequest : httpRequest)(target, {
        method: 'POST',
        agent: secure ? this.#https : this.#http,
        signal,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Mailroom-Webhooks',
          ...headers,
        },
      });
      call.on('response', (response) => {
        answered = true;
        const { statusCode: status = 0, headers } = response;
        void answerText(response).then((answer) => resolve({ status, retryAfter: headers['retry-after'], answer }));
      });
      // What happens after an answer has begun is the answer's.
      call.on('error', (error: NodeJS.ErrnoException) => answered || reject(this.#failure(call, error, signal)));
      // An answer that is not a normal one, such as a change of protocol, ends in no other event.
      call.on('close', () => answered || reject(new Error('The endpoint closed the connection without an answer.')));
      call.end(body);
    });
  }

  #failure(call: ClientRequest, error: NodeJS.ErrnoException, signal: AbortSignal): Error {
    if (signal.aborted) return new TimeLimitError(`No answer within ${this.options.timeoutMs / 1_000} s.`);
    const cutOff = error.code === 'ECONNRESET' || error.code === 'EPIPE';
    if (cutOff && call.reusedSocket) return new StaleConnectionError(error.message, { cause: error });
    // If several addresses all failed, the first error speaks for them.
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
    return first instanceof Error ? first : error;
  }
}
