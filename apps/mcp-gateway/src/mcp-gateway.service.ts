import { defineService } from '@mailroom/runtime';
import { loadMcpGatewayConfig } from './config.js';
import { createMcpGateway, MCP_PATH } from './mcp-gateway.js';
import { OAUTH_PATH, OAuthHandler, RESOURCE_METADATA_PATH, SERVER_METADATA_PATHS } from './oauth/oauth-handler.js';
import { mcpError } from './protocol/mcp.filter.js';

export const mcpGateway = defineService({
  name: 'mcp-gateway',
  writesBlobs: true,
  writesEvents: true,
  needsBroker: false,
  opensSecrets: false,
  searches: true,
  load: loadMcpGatewayConfig,
  gauges: () => [],
  start: async ({ resources, front }, { baseUrl = front.localUrl, ...config }) => {
    front.expectProxyHeaders(config.proxyProtocolFrom);
    const gateway = await createMcpGateway(resources, { baseUrl, ...config });
    await front.mount({ prefix: MCP_PATH, app: gateway, refusal: (failure) => mcpError(failure, '') });
    const oauth = gateway.get(OAuthHandler);
    await front.mount({ prefix: OAUTH_PATH, handler: oauth.server });
    for (const prefix of SERVER_METADATA_PATHS) await front.mount({ prefix, handler: oauth.serverMetadata });
    await front.mount({ prefix: RESOURCE_METADATA_PATH, handler: oauth.resourceMetadata });
  },
});
