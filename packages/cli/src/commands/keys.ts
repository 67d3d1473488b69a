import type { Command } from 'commander';
import type { MailroomClient } from '@mailroom/client';
import { account, accountIdOf } from '../account.js';
import { contextOf, given, number, type Surroundings } from '../context.js';
import { openKey, openOrMakeKey } from '../pgp/key-file.js';
import { descriptor, passphraseFrom } from '../pgp/passphrase.js';
import { wrapFor } from '../pgp/wrap-session-key.js';
import { UsageError } from '../usage-error.js';

type Common = { account?: string; passphraseFd?: number };

export function addKeyCommands(program: Command, surroundings: Surroundings): void {
  const keys = program.command('keys').description('the OpenPGP keys of a mailbox');

  keys
    .command('list')
    .description('list the keys')
    .option('--account <mailbox>', 'the mailbox', account)
    .action(async (options: Common, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const { items } = await client.listKeys(given({ accountId: await accountIdOf(client, options.account) }));
      output.table(items, ({ id, kind, fingerprint, createdAt, replacedAt }) => ({
        id,
        kind,
        fingerprint,
        createdAt,
        replacedAt,
      }));
    });

  keys
    .command('export <key-id>')
    .description('print a public key')
    .option('--account <mailbox>', 'the mailbox', account)
    .action(async (id: string, options: Common, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      output.line((await keyOf(client, number(id), options.account)).publicKey);
    });

  keys
    .command('owner')
    .description(
      'make or open the key of the owner, and register it; the private part stays in its file unless it is uploaded',
    )
    .requiredOption('--file <file>', 'the private key, locked by a passphrase')
    .option('--upload', 'keep the locked private key at the service too, for webmail')
    .option('--account <mailbox>', 'the mailbox', account)
    .option('--passphrase-fd <n>', 'a file descriptor from which the passphrase is read', descriptor)
    .action(async (options: Common & { file: string; upload?: boolean }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const accountId = await accountIdOf(client, options.account);
      const { items } = await client.listMailboxes();
      const mailbox = items.find(({ id }) => id === accountId) ?? (items.length === 1 ? items[0] : undefined);
      if (!mailbox) throw new UsageError('Name the mailbox with --account.');
      const passphrase = await passphraseFrom({ env: surroundings.env, fd: options.passphraseFd });
      const { armoredPublic, lockedPrivate } = await openOrMakeKey(
        options.file,
        mailbox.email,
        mailbox.name,
        passphrase,
      );
      const locked = options.upload ? { lockedPrivateKey: lockedPrivate } : {};
      const made = await client.registerKey(
        given({ accountId, kind: 'owner' as const, publicKey: armoredPublic, ...locked }),
      );
      output.one(made, ({ id, fingerprint }) => `key ${id}  ${fingerprint}`);
    });

  addWrap(keys, surroundings);
}

function addWrap(keys: Command, surroundings: Surroundings): void {
  keys
    .command('wrap')
    .description('let an agent key read the encrypted mail that its owner can read')
    .requiredOption('--key <agent-key-id>', 'the agent key', number)
    .requiredOption('--owner <file>', 'the private key of the owner')
    .option('--account <mailbox>', 'the mailbox', account)
    .option('--passphrase-fd <n>', 'a file descriptor from which the passphrase is read', descriptor)
    .action(async (options: Common & { key: number; owner: string }, command: Command) => {
      const { client, output, signal } = contextOf(command, surroundings);
      const { publicKey, kind } = await keyOf(client, options.key, options.account);
      if (kind !== 'agent') throw new UsageError(`Key ${options.key} is not an agent key.`);
      const passphrase = await passphraseFrom({ env: surroundings.env, fd: options.passphraseFd });
      const { key: owner } = await openKey(options.owner, passphrase);
      const wrapped = await wrapAll(client, { keyId: options.key, publicKey, owner, signal });
      output.one(wrapped, ({ done, failed }) => `wrapped ${done}, could not read ${failed}`);
    });
}

type Wrapping = Parameters<typeof wrapFor>[1] & { readonly keyId: number; readonly signal: AbortSignal };

/** What its owner can't read either is left out and counted. */
async function wrapAll(client: MailroomClient, { keyId, signal, ...keys }: Wrapping) {
  let done = 0;
  let failed = 0;
  for (let cursor: number | undefined; !signal.aborted;) {
    const { emailIds, nextCursor } = await client.listUnwrapped(keyId, given({ cursor }));
    for (const emailId of emailIds) {
      const packet = await wrapFor(await client.downloadRaw(emailId), keys);
      if (packet === null) failed += 1;
      else {
        await client.addEnvelope(emailId, { keyId, packet: Buffer.from(packet).toString('base64') });
        done += 1;
      }
    }
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return { done, failed };
}

async function keyOf(client: MailroomClient, id: number, named: string | undefined) {
  const { items } = await client.listKeys(given({ accountId: await accountIdOf(client, named) }));
  const found = items.find((key) => key.id === id);
  if (!found) throw new UsageError(`The mailbox has no key ${id}.`);
  return found;
}
