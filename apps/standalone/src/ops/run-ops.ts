import { readArguments } from './arguments.js';
import { commands, usage } from './commands.js';
import { explainFailure } from './explain-failure.js';
import { installationCommands } from './installation-commands.js';
import { shown } from './print.js';
import { runCommand } from './run-command.js';

/** What a run of the command writes, and its exit code: 1 where it failed or found something wrong, 2 where there is no such command. */
export type OpsOutcome = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** `<noun> <verb> [arguments] [--json]`, or one word for what is about the whole installation */
export async function runOps(args: readonly string[], env: NodeJS.ProcessEnv): Promise<OpsOutcome> {
  const json = args.includes('--json');
  const [noun = '', verb = '', ...rest] = args.filter((arg) => arg !== '--json');
  try {
    const whole = Object.hasOwn(installationCommands, noun) ? installationCommands[noun] : undefined;
    if (whole) {
      const own = verb === '' ? rest : [verb, ...rest];
      const { args: given } = readArguments(whole, own);
      return { code: 0, stdout: shown(await whole.run(env, given), json), stderr: '' };
    }
    const command = commands[`${noun} ${verb}`];
    if (!command) return withoutCommand(noun, verb);
    const rows = await runCommand(command, rest, env);
    const stdout = shown(rows, json);
    const isFine = command.finding === undefined || rows.length === 0;
    return isFine ? { code: 0, stdout, stderr: '' } : { code: 1, stdout, stderr: `${command.finding}\n` };
  } catch (error) {
    return { code: 1, stdout: '', stderr: `${explainFailure(error, env)}\n` };
  }
}

const help = new Set(['help', '--help', '-h']);

/** Whoever asks for the list gets it; whoever names a command that is not on it reads so behind it, where it is seen. */
function withoutCommand(noun: string, verb: string): OpsOutcome {
  if (help.has(noun)) return { code: 0, stdout: usage(), stderr: '' };
  const named = `${noun} ${verb}`.trim();
  const problem = named === '' ? '' : `\nThere is no command "${named}".\n`;
  return { code: 2, stdout: '', stderr: `${usage()}${problem}` };
}
