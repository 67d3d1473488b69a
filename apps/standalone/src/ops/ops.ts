import { explainFailure } from './explain-failure.js';
import { commands, usage } from './commands.js';
import { print } from './print.js';
import { runCommand } from './run-command.js';

/** `npm run ops -- <noun> <verb> [arguments] [--json]` */
async function main(args: readonly string[]): Promise<number> {
  const json = args.includes('--json');
  const [noun = '', verb = '', ...rest] = args.filter((arg) => arg !== '--json');
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
