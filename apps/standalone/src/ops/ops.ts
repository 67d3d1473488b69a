import { explainFailure } from './explain-failure.js';
import { commands, requireArguments, usage } from './commands.js';
import { print } from './print.js';

/** `npm run ops -- <noun> <verb> [arguments] [--json]`, on the data directory's database or DATABASE_URL's. */
async function main(args: readonly string[]): Promise<number> {
  const json = args.includes('--json');
  const [noun = '', verb = '', ...rest] = args.filter((arg) => arg !== '--json');
  const command = commands[`${noun} ${verb}`];
  if (!command) {
    process.stderr.write(usage());
    return 2;
  }
  requireArguments(command, rest);
  // The whole system is loaded only where there is something to do.
  const { openInstallation } = await import('./open-installation.js');
  const installation = await openInstallation(process.env);
  try {
    print(await command.run(installation.app, rest), json);
    return 0;
  } finally {
    await installation.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
