import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { MailroomError } from '@mailroom/client';
import { addBridgeCommand } from './commands/bridge.js';
import { addEmailCommands } from './commands/emails.js';
import { addKeyCommands } from './commands/keys.js';
import { addMailboxCommands } from './commands/mailboxes.js';
import { addMcpCommand } from './commands/mcp.js';
import { addSendingCommands } from './commands/sending.js';
import { addTaskCommands } from './commands/tasks.js';
import { addWebhookCommands } from './commands/webhooks.js';
import type { Surroundings } from './context.js';
import { exitCodeOf, exitCodes, type ExitCode } from './exit-codes.js';
import { plain } from './output.js';
import { UsageError } from './usage-error.js';

const after = `
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing there in time, 4 not allowed, 5 not found, 6 conflict,
7 not available at the moment.

The service is at --url, MAILROOM_URL or http://localhost:8080; the token comes from --token, MAILROOM_TOKEN,
MAILROOM_TOKEN_FILE or the file manager-token in MAILROOM_DATA_DIR, which is ./.mailroom by default. A manager token
needs --account for a mailbox.`;

/** What takes the place of advice about requests, which nobody at a terminal makes. */
const advices: Readonly<Record<string, string>> = {
  account_required: 'Name it with --account; `mailroom mailboxes list` shows which there are.',
};

export type Terminal = Surroundings;

/** Runs the command that these arguments name; returns the exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  const program = new Command('mailroom')
    .description('Mailboxes, mail, tasks and webhooks from a terminal.')
    .version(ownVersion(), '--version', 'print the version of this command')
    .option('--url <url>', 'the address of the service')
    .option('--token <token>', 'a manager or mailbox token')
    .option('--json', 'print answers as JSON')
    .addHelpText('after', after)
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .exitOverride();
  const surroundings = { ...terminal, onNothing: () => (code = exitCodes.nothing) };
  const families = [addMailboxCommands, addEmailCommands, addTaskCommands, addSendingCommands, addWebhookCommands];
  for (const add of [...families, addKeyCommands, addMcpCommand, addBridgeCommand]) add(program, surroundings);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, terminal);
  }
}

function explain(error: unknown, { stderr, signal }: Terminal): ExitCode {
  // Commander has already said what is wrong; asking for help is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  // Whoever was interrupted while they waited has nothing, and a script does not go on as if they had.
  if (signal.aborted && (error as Error).name === 'AbortError') return exitCodes.nothing;
  stderr.write(`${plain(messageOf(error))}\n`);
  return error instanceof UsageError ? exitCodes.usage : exitCodeOf(error);
}

function messageOf(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof MailroomError)) return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const advised = advices[error.type];
  if (advised !== undefined) return `${error.message} (${error.type})\n${advised}`;
  const { fix = '', errors = [] } = error.details;
  const fields = errors.map(({ field, message }) => `The field "${field}" ${message}.`);
  // The fields are named here; the JSON that the advice may speak of is not shown.
  const advice = fix.includes('error.errors') ? [] : [fix];
  const rest = new Set([...fields, ...advice]);
  for (const said of ['', error.message]) rest.delete(said);
  return [`${error.message} (${error.type})`, ...rest].join('\n');
}

/** Sources and built files lie equally deep, so this finds the manifest from either. */
function ownVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
