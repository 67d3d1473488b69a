import type { Command } from 'commander';
import type { Mailbox, MailroomClient } from '@mailroom/client';
import { account, accountIdOf, findMailbox } from '../account.js';
import { contextOf, given, type Surroundings } from '../context.js';

type CreateOptions = { name?: string; tokenName?: string; ifMissing?: boolean };

export function addMailboxCommands(program: Command, surroundings: Surroundings): void {
  const mailboxes = program.command('mailboxes').description('create and list mailboxes');

  mailboxes
    .command('create <address>')
    .description('create a mailbox and its first token, which is shown this once')
    .option('--name <name>', 'a name for people to read')
    .option('--token-name <name>', 'what the token is for')
    .option('--if-missing', 'if the mailbox exists already, issue another token for it')
    .action(async (email: string, { ifMissing, ...options }: CreateOptions, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const existing = ifMissing ? await findMailbox(client, email) : undefined;
      const created = existing
        ? { mailbox: existing, token: await client.createToken(existing.id, given({ name: options.tokenName })) }
        : await client.createMailbox({ email, ...given(options) });
      output.one(created, ({ mailbox, token }) => `mailbox ${mailbox.id}  ${mailbox.email}\ntoken   ${token.token}`);
    });

  mailboxes
    .command('list')
    .description('list the mailboxes that the token can reach')
    .action(async (_options: object, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      output.table(await allMailboxes(client), ({ id, email, name, status, latestEmailAt }) => ({
        id,
        email,
        name,
        status: status === 0 ? 'active' : 'disabled',
        latestEmailAt,
      }));
    });

  mailboxes
    .command('token <mailbox>')
    .description('issue another token for a mailbox; it is shown only this once')
    .option('--name <name>', 'what the token is for')
    .option('--scope <scope...>', 'read, send or both (default)')
    .action(async (named: string, { name, scope }: { name?: string; scope?: string[] }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const id = await accountIdOf(client, account(named));
      const scopes = scope as ('read' | 'send')[] | undefined;
      const issued = await client.createToken(id, given({ name, scopes }));
      output.one(issued, ({ token }) => token);
    });
}

/** Page by page, the oldest first. */
async function allMailboxes(client: MailroomClient): Promise<Mailbox[]> {
  const found: Mailbox[] = [];
  let cursor: number | null | undefined;
  do {
    const page = await client.listMailboxes({ size: 50, timeSort: 1, ...given({ cursor: cursor ?? undefined }) });
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}
