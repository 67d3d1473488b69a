import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import type { Principal } from '@mailroom/identity';
import { McpSettings } from '../mcp-settings.js';
import { ToolRunner } from '../tools/tool-runner.js';
import { directCall } from './direct-call.js';
import { McpServers } from './mcp-server.js';

type Exchange = {
  readonly caller: Principal;
  /** Aborted when the client goes away. */
  readonly gone: AbortSignal;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Parsed. */
  readonly body: unknown;
};

const EVERY_TYPE = 'application/json, text/event-stream';

/** One request of the protocol and its answer, in whichever revision the client speaks. */
@Injectable()
export class McpExchange {
  constructor(
    private readonly servers: McpServers,
    private readonly tools: ToolRunner,
    private readonly settings: McpSettings,
  ) {}

  async answer({ caller, gone, request, response, body }: Exchange): Promise<void> {
    const wantsEvents = prefersEvents(request);
    const direct = wantsEvents ? null : directCall(request, body);
    if (direct && this.tools.has(direct.name)) {
      const result = await this.tools.run(caller, direct.name, direct.input, gone);
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id: direct.id, result }));
    }
    const handle = toNodeHandler(
      { fetch: (web) => this.#fetch(web, body, { caller, gone, wantsEvents }) },
      { onerror: this.settings.onError },
    );
    const { method = 'POST', url = '/' } = request;
    await handle(Object.assign(request, { method, url }), response, body);
  }

  async #fetch(web: Request, body: unknown, { caller, gone, wantsEvents }: Call): Promise<Response> {
    if (!(await isLegacyRequest(web, body))) {
      const handler = createMcpHandler(() => this.servers.create(caller, gone), { legacy: 'reject' });
      return handler.fetch(web, { parsedBody: body });
    }
    const server = this.servers.create(caller, gone);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !wantsEvents });
    gone.addEventListener('abort', () => void server.close(), { once: true });
    await server.connect(transport);
    return transport.handleRequest(web, { parsedBody: body });
  }
}

type Call = { readonly caller: Principal; readonly gone: AbortSignal; readonly wantsEvents: boolean };

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
