import type { Command } from 'commander';
import type { MailroomEvent } from '@mailroom/client';
import { contextOf, given, number, type Surroundings } from '../context.js';
import { plain } from '../output.js';

export function addWebhookCommands(program: Command, surroundings: Surroundings): void {
  const webhooks = program.command('webhooks').description('subscribe, and see events as they come');

  webhooks
    .command('listen')
    .description('print events as they come, until Ctrl-C; nothing is missed when the connection breaks')
    .option('--account <id>', 'one mailbox; a manager token follows all of them', number)
    .option('--types <list>', 'comma-separated, such as email.received,task.updated')
    .option('--count <n>', 'end after so many', number)
    .action(async (options: { account?: number; types?: string; count?: number }, command: Command) => {
      const { client, output, signal } = contextOf(command, surroundings);
      const { account: accountId, types, count = Number.POSITIVE_INFINITY } = options;
      let told = 0;
      for await (const event of client.events(given({ accountId, types }), { signal })) {
        output.line(output.json ? JSON.stringify(event) : lineOf(event));
        if ((told += 1) >= count) return;
      }
    });

  webhooks
    .command('create <url>')
    .description('have email.received posted to a URL; the secret is shown this once')
    .option('--account <id>', 'one mailbox', number)
    .option('--name <name>', 'what it is for')
    .action(
      async (url: string, { account: accountId, name }: { account?: number; name?: string }, command: Command) => {
        const { client, output } = contextOf(command, surroundings);
        const created = await client.createWebhook({ url, ...given({ accountId, name }) });
        output.one(created, ({ webhookId, secret }) => `webhook ${webhookId}\nsecret  ${secret}`);
      },
    );

  webhooks
    .command('list')
    .description('list webhooks')
    .action(async (_options: object, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const { items } = await client.listWebhooks();
      output.table(items, ({ webhookId, url, accountId, status, lastStatus, lastError }) => ({
        id: webhookId,
        url,
        mailbox: accountId,
        status: status === 0 ? 'active' : 'disabled',
        lastStatus,
        lastError,
      }));
    });

  webhooks
    .command('delete <webhook-id>')
    .description('delete a webhook')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      output.one(await client.deleteWebhook(number(id)), (deleted) => `webhook ${deleted.id} is gone`);
    });
}

function lineOf({ timestamp, type, data }: MailroomEvent): string {
  const { accountId, emailId, email } = data;
  const what = email ? `${email.from.email}  ${email.subject}` : '';
  return plain(
    `${timestamp}  ${type.padEnd(15)}  mailbox ${accountId}  email ${emailId}  ${what}`.replace(/\s*\n\s*/g, ' '),
  );
}
