import { Agent, request, type IncomingMessage } from 'node:http';
import type { McpClient, ToolAnswer } from './mcp-client.js';

const agent = new Agent({ keepAlive: true, maxSockets: 100 });

/** The URIs of which a client is told that they have changed, as they come. */
export function updatedUris(client: McpClient): string[] {
  const uris: string[] = [];
  client.raw.fallbackNotificationHandler = async ({ method, params }: ToolAnswer) => {
    if (method === 'notifications/resources/updated') uris.push(params.uri);
  };
  return uris;
}

/** A session of the protocol by hand, for what the official clients do by themselves. */
export class McpSession {
  #id = 0;

  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
    readonly id: string,
  ) {}

  static async begin(baseUrl: string, token: string): Promise<McpSession> {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const response = await new McpSession(baseUrl, token, '').request('POST', { method: 'initialize', params });
    response.resume();
    return new McpSession(baseUrl, token, String(response.headers['mcp-session-id']));
  }

  async call(method: string, params: object): Promise<ToolAnswer> {
    const response = await this.request('POST', { method, params });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return JSON.parse(Buffer.concat(chunks).toString());
  }

  /** Resolves once there are headers. */
  async request(
    method: string,
    message: object = {},
    signal?: AbortSignal,
  ): Promise<IncomingMessage & { status: number }> {
    return new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
        'x-agent-token': this.token,
        ...(this.id !== '' && { 'mcp-session-id': this.id }),
      };
      const own = method === 'GET' ? {} : { agent };
      const sent = request(`${this.baseUrl}/mcp`, { method, headers, ...own, ...(signal && { signal }) }, (response) =>
        resolve(Object.assign(response, { status: response.statusCode ?? 0 })),
      );
      sent.once('error', reject);
      if (method !== 'POST') return void sent.end();
      sent.end(JSON.stringify({ jsonrpc: '2.0', id: ++this.#id, ...message }));
    });
  }

  /** Opens the stream on which the session hears from the server. */
  async stream(lastEventId = ''): Promise<SessionStream> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        accept: 'text/event-stream',
        'x-agent-token': this.token,
        'mcp-session-id': this.id,
        ...(lastEventId !== '' && { 'last-event-id': lastEventId }),
      };
      request(`${this.baseUrl}/mcp`, { headers, agent: false }, resolve).once('error', reject).end();
    });
    if (response.statusCode !== 200) throw new Error(`The stream was answered with ${response.statusCode}.`);
    const stream = new SessionStream(response);
    await stream.opened;
    return stream;
  }
}

class SessionStream {
  readonly updated: string[] = [];
  lastEventId = '';
  /** Resolves with the first position, from which on nothing is missed. */
  readonly opened: Promise<void>;
  readonly ended: Promise<void>;

  constructor(private readonly response: IncomingMessage) {
    this.ended = new Promise((resolve) => response.once('close', resolve));
    this.opened = new Promise((resolve) => {
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#read(block);
        if (this.lastEventId !== '') resolve();
      });
    });
  }

  async close(): Promise<void> {
    this.response.destroy();
    await this.ended;
  }

  #read(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    const data = fields.get('data');
    if (data !== undefined) this.updated.push(JSON.parse(data).params.uri);
  }
}
