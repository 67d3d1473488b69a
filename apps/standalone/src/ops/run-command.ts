import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import type { Row } from './print.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a command on the data directory's database, or on DATABASE_URL's. @throws DomainError, ConfigError */
export async function runCommand(
  command: Command,
  words: readonly string[],
  env: Environment,
): Promise<readonly Row[]> {
  const { args, options } = readArguments(command, words);
  if ('runAlone' in command) return command.runAlone();
  // The system is loaded only if there is something to do.
  const { openInstallation } = await import('./open-installation.js');
  const installation = await openInstallation(env);
  try {
    return await command.run(installation.app, args, options);
  } finally {
    await installation.close();
  }
}
