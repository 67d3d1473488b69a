import { InvalidArgumentError, type Command } from 'commander';
import { MailroomClient } from '@mailroom/client';
import { account, accountIdOf } from '../account.js';
import { BridgeCalls } from '../bridge/bridge-calls.js';
import { BridgeServer } from '../bridge/bridge-server.js';
import { registrationOf } from '../bridge/registration.js';
import type { Surroundings } from '../context.js';
import { StdioBridge } from '../mcp/stdio-bridge.js';
import { openOrMakeKey } from '../pgp/key-file.js';
import { descriptor, passphraseFrom } from '../pgp/passphrase.js';
import { settingsOf } from '../settings.js';
import { UsageError } from '../usage-error.js';

type Options = {
  readonly key: string;
  readonly port: number;
  readonly mcp?: boolean;
  readonly account?: string;
  readonly passphraseFd?: number;
  readonly recipients?: string[];
};

const DEFAULT_PORT = 8_790;

export function addBridgeCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('bridge')
    .description('read and write encrypted mail: an API and an MCP server for programs of this machine')
    .requiredOption('--key <file>', 'the private key of the agent, which is made where there is none')
    .option('--port <n>', 'where it listens on 127.0.0.1', port, DEFAULT_PORT)
    .option('--mcp', 'speak MCP over standard input and output instead')
    .option('--account <mailbox>', 'the mailbox', account)
    .option('--passphrase-fd <n>', 'a file descriptor from which the passphrase is read', descriptor)
    .option('--recipients <file...>', 'public keys of recipients that are known to be theirs')
    .action(async (options: Options, command: Command) => serve(options, command, surroundings));
}

async function serve(options: Options, command: Command, { env, stdin, stdout, signal }: Surroundings): Promise<void> {
  const { url, token } = command.optsWithGlobals<{ url?: string; token?: string }>();
  const settings = settingsOf({ ...(url && { url }), ...(token && { token }) }, env);
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  requireSafe(baseUrl);
  const client = new MailroomClient(settings);
  const accountId = await accountIdOf(client, options.account);
  const { items: mailboxes } = await client.listMailboxes();
  const mailbox = accountId === undefined ? mailboxes[0] : mailboxes.find(({ id }) => id === accountId);
  if (!mailbox || (accountId === undefined && mailboxes.length > 1))
    throw new UsageError('Name the mailbox with --account, or use a token of that mailbox.');
  const passphrase = await passphraseFrom({ env, fd: options.passphraseFd });
  const opened = await openOrMakeKey(options.key, mailbox.email, 'Agent', passphrase);
  const registration = await registrationOf(client, baseUrl, options.key, opened, accountId);
  const calls = await BridgeCalls.from({
    baseUrl,
    token: settings.token,
    key: opened.key,
    registration,
    recipients: options.recipients ?? [],
    address: mailbox.email.toLowerCase(),
    accountId,
  });
  const server = new BridgeServer(calls, settings.token);
  const bound = await server.listen(options.mcp ? 0 : options.port);
  calls.servedAt(bound);
  const local = `http://127.0.0.1:${bound}`;
  try {
    if (options.mcp) {
      const write = (line: string) => void stdout.write(line);
      return await new StdioBridge({ baseUrl: local, token: settings.token, input: stdin, write, signal }).run();
    }
    stdout.write(`${local} answers with the plain text of mail for ${registration.fingerprint}\n`);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
  } finally {
    await server.close();
  }
}

/** The secret of a bridge is not sent where the network can read it. */
function requireSafe(baseUrl: string): void {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return;
  throw new UsageError(`${baseUrl} is not safe from the network: use https.`);
}

function port(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (value < 0 || value > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return value;
}
