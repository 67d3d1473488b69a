import { explainFailure } from './explain-failure.js';
import { commands, requireArguments, usage } from './commands.js';
import { installationCommands } from './installation-commands.js';
import { print } from './print.js';
import { runCommand } from './run-command.js';

/** `npm run ops -- <noun> <verb> [arguments] [--json]`, or one word for what is about the whole installation */
async function main(args: readonly string[]): Promise<number> {
  const json = args.includes('--json');
  const [noun = '', verb = '', ...rest] = args.filter((arg) => arg !== '--json');
  const whole = installationCommands[noun];
  if (whole) {
    const own = verb === '' ? rest : [verb, ...rest];
    requireArguments(whole, own);
    print(await whole.run(process.env, own), json);
    return 0;
  }
  const command = commands[`${noun} ${verb}`];
  if (!command) {
    process.stderr.write(usage());
    return 2;
  }
  print(await runCommand(command, rest, process.env), json);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
