import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type ProtocolError,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import type { Principal } from '@mailroom/identity';
import { CallsUnderWay } from '../cancelling/calls-under-way.js';
import { Listening, type HeardSource } from '../following/listening.js';
import { createSessionId, SESSION_HEADER } from '../following/session-id.js';
import { McpSettings } from '../mcp-settings.js';
import { ToolRunner } from '../tools/tool-runner.js';
import { directCall } from './direct-call.js';
import { McpServers } from './mcp-server.js';
import { refusal } from './refusal.js';

type Exchange = {
  readonly caller: Principal;
  /** Aborted when the client goes away. */
  readonly gone: AbortSignal;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Parsed. */
  readonly body: unknown;
  /** The session that the request names. */
  readonly sessionId?: string | undefined;
};

const EVERY_TYPE = 'application/json, text/event-stream';

/** A call that its client has cancelled gets no message: these are the headers of a stream that ends without any. */
const UNANSWERED = { 'content-type': 'text/event-stream' };

/** One request of the protocol and its answer, in whichever revision the client speaks. */
@Injectable()
export class McpExchange {
  constructor(
    private readonly servers: McpServers,
    private readonly tools: ToolRunner,
    private readonly calls: CallsUnderWay,
    private readonly listening: Listening,
    private readonly settings: McpSettings,
  ) {}

  async answer({ caller, gone, request, response, body, sessionId }: Exchange): Promise<void> {
    const wantsEvents = prefersEvents(request);
    const direct = wantsEvents ? null : directCall(request, body);
    if (direct && this.tools.has(direct.name)) {
      const call = { principalId: caller.id, sessionId, requestId: direct.id };
      const run = async (stop: AbortSignal) => this.tools.run(caller, direct.name, direct.input, stop);
      const result = await this.calls.run(call, gone, run);
      if (result === null) return void response.writeHead(200, UNANSWERED).end();
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id: direct.id, result }));
    }
    const handle = toNodeHandler(
      { fetch: (web) => this.#fetch(web, body, { caller, gone, response, sessionId, wantsEvents }) },
      { onerror: this.settings.onError },
    );
    const { method = 'POST', url = '/' } = request;
    await handle(Object.assign(request, { method, url }), response, body);
  }

  async #fetch(web: Request, body: unknown, { caller, gone, ...rest }: Call): Promise<Response> {
    if (!(await isLegacyRequest(web, body))) return this.#fetchModern(web, body, { caller, gone, ...rest });
    // A batch goes on for its other calls.
    const onCancelled = () => (Array.isArray(body) ? undefined : void server.close());
    const server = this.servers.create(caller, gone, { id: rest.sessionId, onCancelled });
    const closed = new Promise<Response>((resolve) => {
      server.onclose = () => resolve(new Response(null, { headers: UNANSWERED }));
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !rest.wantsEvents });
    gone.addEventListener('abort', () => void server.close(), { once: true });
    await server.connect(transport);
    const response = await Promise.race([transport.handleRequest(web, { parsedBody: body }), closed]);
    if (isInitializeRequest(body)) response.headers.set(SESSION_HEADER, createSessionId());
    return response;
  }

  /** The revisions of 2026, which have no sessions: whoever follows resources asks for it in one long request. */
  async #fetchModern(web: Request, body: unknown, { caller, gone, response }: Call): Promise<Response> {
    let end: () => void = () => undefined;
    let source: HeardSource | null;
    try {
      source = await this.listening.sourceOf(caller, body, () => end());
    } catch (error) {
      return refused(body, refusal(error, this.settings.onError));
    }
    const create = () => this.servers.create(caller, gone);
    const handler = createMcpHandler(create, { legacy: 'reject', ...(source && { bus: source.bus }) });
    end = () => void handler.close();
    if (source) response.once('close', source.close);
    return handler.fetch(web, { parsedBody: body });
  }
}

/** The answer to a request that could not be begun. */
function refused(body: unknown, { code, message, data }: ProtocolError): Response {
  const { id = null } = body as { readonly id?: unknown };
  return Response.json({ jsonrpc: '2.0', id, error: { code, message, data } });
}

type Call = Pick<Exchange, 'caller' | 'gone' | 'response' | 'sessionId'> & { readonly wantsEvents: boolean };

/**
 * Whether the client wants events and no plain JSON. The protocol asks for both types; who names one only, or none, is
 * answered all the same.
 */
function prefersEvents(request: IncomingMessage): boolean {
  const accept = request.headers.accept ?? '';
  const json = accept.includes('application/json');
  const events = accept.includes('text/event-stream');
  if (!json || !events) {
    request.headers.accept = EVERY_TYPE;
    const at = request.rawHeaders.findIndex((name) => name.toLowerCase() === 'accept');
    if (at >= 0) request.rawHeaders[at + 1] = EVERY_TYPE;
    else request.rawHeaders.push('Accept', EVERY_TYPE);
  }
  return events && !json;
}
