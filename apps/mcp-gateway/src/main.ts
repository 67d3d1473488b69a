import { runService } from '@mailroom/runtime';
import { mcpGateway } from './mcp-gateway.service.js';

await runService(process.env, mcpGateway);
