import type { Command } from 'commander';
import { contextOf, given, number, type Surroundings } from '../context.js';

export function addMailboxCommands(program: Command, surroundings: Surroundings): void {
  const mailboxes = program.command('mailboxes').description('create and list mailboxes');

  mailboxes
    .command('create <address>')
    .description('create a mailbox and its first token, which is shown this once')
    .option('--name <name>', 'who it is, for people')
    .option('--token-name <name>', 'what the token is for')
    .action(async (email: string, options: { name?: string; tokenName?: string }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const created = await client.createMailbox({ email, ...given(options) });
      output.one(created, ({ mailbox, token }) => `mailbox ${mailbox.id}  ${mailbox.email}\ntoken   ${token.token}`);
    });

  mailboxes
    .command('list')
    .description('list the mailboxes that the token reaches')
    .action(async (_options: object, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const { mailboxes: found } = await client.getMe();
      output.table(found, ({ id, email, name, status, latestEmailAt }) => ({
        id,
        email,
        name,
        status: status === 0 ? 'active' : 'disabled',
        latestEmailAt,
      }));
    });

  mailboxes
    .command('token <mailbox-id>')
    .description('issue another token of a mailbox; it is shown this once')
    .option('--name <name>', 'what it is for')
    .option('--scope <scope...>', 'read, send or both (default)')
    .action(async (id: string, { name, scope }: { name?: string; scope?: string[] }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const scopes = scope as ('read' | 'send')[] | undefined;
      const issued = await client.createToken(number(id), given({ name, scopes }));
      output.one(issued, ({ token }) => token);
    });
}
