import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What a test reads of a tool's answer; the test's own type says what it expects. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are JSON, and the assertions are their types
export type ToolAnswer = any;

/** The official client of either line, connected with a token. */
export type McpClient = {
  readonly version: string | undefined;
  tools(): Promise<{ name: string }[]>;
  /** The structured content of a tool's answer. */
  call(name: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
  /** The whole answer. */
  result(name: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the two lines have types of their own
  readonly raw: any;
  close(): Promise<void>;
};

const info = { name: 'test', version: '1' };

/** The client of today. */
export async function connectMcp(baseUrl: string, token: string): Promise<McpClient> {
  const client = new Client(info, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    requestInit: { headers: { 'x-agent-token': token } },
  });
  await client.connect(transport);
  return wrap(client, client.getNegotiatedProtocolVersion());
}

/** The line before it, which most agents still have. */
export async function connectFirstMcp(baseUrl: string, token: string): Promise<McpClient> {
  const client = new FirstClient(info);
  const transport = new FirstTransport(new URL(`${baseUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as never);
  return wrap(client, transport.protocolVersion);
}

function wrap(client: Client | FirstClient, version: string | undefined): McpClient {
  const result = async (name: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> =>
    (client as Client).callTool({ name, arguments: input });
  return {
    version,
    raw: client,
    tools: async () => (await (client as Client).listTools()).tools,
    result,
    call: async (name, input) => (await result(name, input)).structuredContent,
    close: () => client.close(),
  };
}
