export { AgentToolsModule } from './agent-tools.module.js';
export { Fence } from './fence/fence.js';
export { visibleText } from './fence/visible-text.js';
export type { Tool, ToolAnswer, ToolCall } from './tools/tool.js';
export { Tools } from './tools/tools.js';
