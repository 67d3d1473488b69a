import { defineService } from '@mailroom/runtime';
import { loadMcpGatewayConfig } from './config.js';
import { createMcpGateway, MCP_PATH } from './mcp-gateway.js';

export const mcpGateway = defineService({
  name: 'mcp-gateway',
  writesEvents: true,
  needsBroker: false,
  opensSecrets: false,
  load: loadMcpGatewayConfig,
  gauges: () => [],
  start: async ({ resources, front }, { baseUrl = front.localUrl, ...config }) => {
    front.expectProxyHeaders(config.proxyProtocolFrom);
    await front.mount({ prefix: MCP_PATH, app: await createMcpGateway(resources, { baseUrl, ...config }) });
  },
});
