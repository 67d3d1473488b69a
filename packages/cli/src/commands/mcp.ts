import type { Command } from 'commander';
import type { Surroundings } from '../context.js';
import { StdioBridge } from '../mcp/stdio-bridge.js';
import { settingsOf } from '../settings.js';

export function addMcpCommand(program: Command, { env, stdin, stdout, signal }: Surroundings): void {
  program
    .command('mcp')
    .description('speak MCP over standard input and output, for clients that know nothing else')
    .action(async (_options: object, command: Command) => {
      const { url, token } = command.optsWithGlobals<{ url?: string; token?: string }>();
      const settings = settingsOf({ ...(url && { url }), ...(token && { token }) }, env);
      await new StdioBridge({ ...settings, input: stdin, write: (line) => stdout.write(line), signal }).run();
    });
}
