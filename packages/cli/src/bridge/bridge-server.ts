import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messagesOf } from '../mcp/message-lines.js';
import { UsageError } from '../usage-error.js';
import { BodyTooLarge, readBody } from './body.js';
import type { BridgeCalls } from './bridge-calls.js';

const LOOPBACK = '127.0.0.1';
const HOSTS = new Set(['127.0.0.1', 'localhost']);
const API = '/api/agent/v1';
/** Of an answer in which there may be something to decrypt; larger ones are passed on as they are. */
const MAX_ANSWER_BYTES = 24 * 1024 * 1024;
/** Of the service's answers, and of requests, those that are about one connection. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'te',
  'upgrade',
  'host',
  'trailer',
  'expect',
]);

/** The API of the service on this machine alone, with plain text where the service has none. */
export class BridgeServer {
  readonly #server: Server;
  readonly #tokenHash: Buffer;

  constructor(
    private readonly calls: BridgeCalls,
    token: string,
  ) {
    this.#tokenHash = hash(token);
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => fail(response, error));
    });
    this.#server.requestTimeout = 120_000;
    this.#server.maxConnections = 100;
  }

  /** @returns the port, which the system chooses for 0 @throws UsageError if it may not have that one */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', ({ message }) => reject(new UsageError(`Port ${port} can't be used: ${message}`)));
      this.#server.listen(port, LOOPBACK, resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = this.#refusal(request);
    if (refusal) return refuse(response, ...refusal);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { method = 'GET', url = '/' } = request;
    const path = url.split('?')[0] ?? '';
    const [, emailId, index] =
      /^\/api\/agent\/v1\/emails\/(\d{1,16})\/decrypted-attachments\/(\d{1,4})$/.exec(path) ?? [];
    if (method === 'GET' && emailId !== undefined) return this.#attachment(response, Number(emailId), Number(index));
    const body = method === 'GET' || method === 'HEAD' ? undefined : await readBody(request);
    const call = { method, url, headers: passedOn(request), body, signal: gone.signal };
    if (method === 'POST' && (path === `${API}/send` || path === `${API}/reply`))
      return answerJson(response, await this.calls.send(path === `${API}/reply`, call));
    await this.#passOn(response, call, path === '/mcp');
  }

  /** Pages that point their own name at this machine name themselves as host (DNS rebinding). */
  #refusal({ headers }: IncomingMessage): [number, string, string] | null {
    const host = hostnameOf(`http://${headers.host ?? ''}`);
    const origin = headers.origin === undefined ? undefined : hostnameOf(headers.origin);
    if (host === null || !HOSTS.has(host) || (origin !== undefined && (origin === null || !HOSTS.has(origin))))
      return [403, 'forbidden_origin', 'The bridge answers programs of this machine, and no pages of other sites.'];
    const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
    const given = bearer ?? String(headers['x-agent-token'] ?? '');
    if (timingSafeEqual(hash(given), this.#tokenHash)) return null;
    return [401, given === '' ? 'missing_token' : 'invalid_token', 'The bridge takes the token of its agent alone.'];
  }

  async #attachment(response: ServerResponse, emailId: number, index: number): Promise<void> {
    const file = await this.calls.attachment(emailId, index);
    if (!file) return refuse(response, 404, 'not_found', 'There is no such attachment.');
    response.writeHead(200, {
      // Whatever its sender calls it, no browser shows it.
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-length': file.content.length,
      'x-content-type-options': 'nosniff',
    });
    response.end(file.content);
  }

  async #passOn(response: ServerResponse, call: Parameters<BridgeCalls['ask']>[0], isMcp: boolean): Promise<void> {
    const sent = isMcp ? await this.calls.sendByTool(call) : null;
    if (sent) return answerJson(response, { status: 200, body: sent });
    const answer = await this.calls.ask(call);
    const type = answer.headers.get('content-type') ?? '';
    const size = Number(answer.headers.get('content-length') ?? 0);
    const isEvents = type.startsWith('text/event-stream');
    const mayDecrypt = size <= MAX_ANSWER_BYTES && type.startsWith('application/json');
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OF_CONNECTION.has(name)));
    if (isEvents && isMcp && call.method === 'POST' && answer.body) {
      response.writeHead(answer.status, headers).flushHeaders();
      return pipeline(this.#decryptedEvents(type, answer.body as unknown as AsyncIterable<Uint8Array>), response);
    }
    if (!mayDecrypt || !answer.body) {
      response.writeHead(answer.status, headers);
      if (!answer.body) return void response.end();
      return pipeline(Readable.fromWeb(answer.body as never), response);
    }
    const text = await textOf(answer);
    if (!text.includes('"encryptedContent"')) return void response.writeHead(answer.status, headers).end(text);
    response.writeHead(answer.status, headers).end(await this.#decrypted(text));
  }

  /** Each message as soon as it is there: an answer may go on for as long as somebody listens. */
  async *#decryptedEvents(type: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
    for await (const message of messagesOf(type, body)) {
      const shown = message.includes('"encryptedContent"') ? await this.#decrypted(message) : message;
      yield shown === '' ? ': keep-alive\n\n' : `event: message\ndata: ${shown}\n\n`;
    }
  }

  async #decrypted(message: string): Promise<string> {
    return JSON.stringify(await this.calls.decrypted(JSON.parse(message)));
  }
}

async function textOf(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('The answer of the service is larger than 24 MiB.');
  }
  return Buffer.concat(pieces).toString('utf8');
}

function passedOn({ headers }: IncomingMessage): Record<string, string> {
  const own = Object.entries(headers).filter(
    ([name]) => !OF_CONNECTION.has(name) && !name.startsWith('x-service-local-e2ee-') && name !== 'accept-encoding',
  );
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

function answerJson(response: ServerResponse, { status, body }: { status: number; body: unknown }): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, type: string, message: string): void {
  answerJson(response, {
    status,
    body: { ok: false, code: status, message, requestId: '', data: null, error: { type } },
  });
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  if (error instanceof BodyTooLarge) return refuse(response, 413, 'payload_too_large', error.message);
  refuse(
    response,
    502,
    'unavailable',
    `The bridge could not answer: ${error instanceof Error ? error.message : String(error)}`,
  );
}

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}

const hash = (text: string) => createHash('sha256').update(text).digest();
