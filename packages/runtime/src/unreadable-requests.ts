import { type IncomingMessage, maxHeaderSize, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@mailroom/errors';

/** The body that a surface gives a failure of HTTP itself, whose status says more than the code of the error. */
export type RefusalShape = (failure: DomainError, status: number) => object;

/** What the HTTP server says of input that it can't read, with the piece of it that came last. */
export type ClientError = Error & { readonly code?: string; readonly rawPacket?: Buffer };

type Refusal = { readonly status: number; readonly reason: string; readonly message: string; readonly fix: string };

/** What is said where it is not that the request is no HTTP, by the code of the error. */
const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    message: 'The request did not arrive in time.',
    fix: 'Send the request again, all of it at once.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    message: `The address and headers of the request have more than ${maxHeaderSize} bytes.`,
    fix: 'Send a shorter address, or fewer or smaller headers and cookies.',
  },
};
const unreadable: Refusal = {
  status: 400,
  reason: 'Bad Request',
  message: 'The request is not readable HTTP.',
  fix: 'Send a request line, headers and a body as HTTP/1.1 has them (RFC 9112).',
};
const twoHosts: Refusal = {
  status: 400,
  reason: 'Bad Request',
  message: 'The request has more than one Host header.',
  fix: 'Send one Host header.',
};
/** The part of what a client sent in which its request line is looked for. */
const LOOKED_AT_BYTES = 2_048;

/** The form of the agent API, for where nobody knows what a client was looking for. */
export const agentRefusal: RefusalShape = ({ code: type, detail: message, fix }, code) => {
  return { ok: false, code, message, requestId: '', data: null, error: { type, fix } };
};

/**
 * Input that is not HTTP, comes too slowly or has too large a header makes no request to answer: it gets one answer, and
 * the connection ends.
 */
export function refuseUnreadable(error: ClientError, socket: Socket, shape: RefusalShape): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const refusal = refusals[error.code ?? ''] ?? unreadable;
  const { status, reason } = refusal;
  const { body, headers } = answerOf(refusal, shape);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join('')}\r\n${body}`);
}

/** Whoever stands before us may have looked at the other one (RFC 9112 §3.2). */
export function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

export function refuseTwoHosts(response: ServerResponse, shape: RefusalShape): void {
  const { body, headers } = answerOf(twoHosts, shape);
  response.writeHead(twoHosts.status, headers).end(body);
}

function answerOf({ status, message, fix }: Refusal, shape: RefusalShape) {
  const body = JSON.stringify(shape(new DomainError('invalid_request', message, { fix }), status));
  const length = Buffer.byteLength(body);
  return { body, headers: { 'content-type': 'application/json', 'content-length': length, connection: 'close' } };
}

/** The target of a request that can't be read, if what was sent last begins with its request line. */
export function targetOf({ rawPacket }: ClientError): string | undefined {
  const sent = rawPacket?.subarray(0, LOOKED_AT_BYTES).toString('latin1') ?? '';
  return /^[\r\n]*[A-Z]+ ([^\s]+)/.exec(sent)?.[1];
}

/** A client may name the whole address, as to a proxy (RFC 9112 §3.2.2). */
export function originFormOf(target: string): { readonly host?: string; readonly target: string } {
  const [whole, host = ''] = /^https?:\/\/(?:[^/?@]*@)?([^/?]+)/i.exec(target) ?? [];
  if (whole === undefined) return { target };
  const rest = target.slice(whole.length);
  return { host, target: rest.startsWith('/') ? rest : `/${rest}` };
}
