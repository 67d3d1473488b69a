import type { Command } from 'commander';
import type { MailroomError, MailroomEvent, StreamReset } from '@mailroom/client';
import { account, accountIdOf } from '../account.js';
import { contextOf, given, number, type Surroundings } from '../context.js';
import { plain } from '../output.js';

export function addWebhookCommands(program: Command, surroundings: Surroundings): void {
  const webhooks = program.command('webhooks').description('manage webhooks, and watch events as they arrive');

  addListenCommand(webhooks, surroundings);
  webhooks
    .command('create <url>')
    .description('post email.received to a URL; the secret is shown only this once')
    .option('--account <mailbox>', 'one mailbox', account)
    .option('--name <name>', 'what the webhook is for')
    .action(async (url: string, options: { account?: string; name?: string }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const { name } = options;
      const accountId = await accountIdOf(client, options.account);
      const created = await client.createWebhook({ url, ...given({ accountId, name }) });
      output.one(created, ({ webhookId, secret }) => `webhook ${webhookId}\nsecret  ${secret}`);
    });

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
      output.one(await client.deleteWebhook(number(id)), (deleted) => `webhook ${deleted.id} deleted`);
    });
}

function addListenCommand(webhooks: Command, surroundings: Surroundings): void {
  webhooks
    .command('listen')
    .description('print events as they arrive, until Ctrl-C; nothing is missed if the connection breaks')
    .option('--account <mailbox>', 'one mailbox; a manager token follows all of them', account)
    .option('--types <list>', 'comma-separated, such as email.received,task.updated')
    .option('--count <n>', 'end after this many', number)
    .action(async (options: { account?: string; types?: string; count?: number }, command: Command) => {
      const { client, output, signal } = contextOf(command, surroundings);
      const { types, count = Number.POSITIVE_INFINITY } = options;
      const accountId = await accountIdOf(client, options.account);
      let shown = 0;
      let isAway = false;
      const onAway = ({ message }: MailroomError) => {
        if (!isAway) surroundings.stderr.write(plain(`${message} It is tried until it answers.`) + '\n');
        isAway = true;
      };
      for await (const event of client.events(given({ accountId, types }), { signal, onAway })) {
        isAway = false;
        output.line(output.json ? JSON.stringify(event) : lineOf(event));
        if (event.type !== 'stream.reset' && (shown += 1) >= count) return;
      }
    });
}

function lineOf(event: MailroomEvent | StreamReset): string {
  if (event.type === 'stream.reset') return plain(`${event.type}  ${event.reason} ${event.fix}`);
  const { timestamp, type, data } = event;
  const { accountId, emailId, email } = data;
  const what = email ? `${email.from.email}  ${email.subject}` : '';
  return plain(
    `${timestamp}  ${type.padEnd(15)}  mailbox ${accountId}  email ${emailId}  ${what}`.replace(/\s*\n\s*/g, ' '),
  );
}
