export { mcpGateway } from './mcp-gateway.service.js';
