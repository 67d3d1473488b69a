import type { IncomingMessage } from 'node:http';
import { protocolVersions } from './mcp-server.js';

/** A call of a tool that needs nothing of the protocol but its answer. */
export type DirectCall = { readonly id: string | number; readonly name: string; readonly input: unknown };

type Message = {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown; readonly arguments?: unknown; readonly _meta?: unknown };
};

/**
 * Returns the call that a request holds if it is the plain one that nearly all are: one message, of a revision before
 * 2026, to be answered in JSON. Building a server and a web request around it would take longer than the tool itself.
 * Everything else, and everything wrong, is for the SDK to answer.
 */
export function directCall({ headers }: IncomingMessage, body: unknown): DirectCall | null {
  const version = headers['mcp-protocol-version'];
  if (version !== undefined && !protocolVersions.includes(String(version))) return null;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const { jsonrpc, id, method, params } = body as Message;
  if (jsonrpc !== '2.0' || method !== 'tools/call' || typeof params !== 'object' || params === null) return null;
  if (!(typeof id === 'string' || Number.isInteger(id)) || typeof params.name !== 'string') return null;
  const given = params.arguments;
  const isPlain = given === undefined || (typeof given === 'object' && given !== null && !Array.isArray(given));
  if (!isPlain || params._meta !== undefined) return null;
  return { id: id as string | number, name: params.name, input: given };
}
