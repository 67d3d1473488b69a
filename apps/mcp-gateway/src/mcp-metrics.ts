import { counterFamily } from '@mailroom/observability';

export const toolCalls = counterFamily('mailroom_mcp_tool_calls_total', 'calls of tools over MCP', ['tool', 'outcome']);
