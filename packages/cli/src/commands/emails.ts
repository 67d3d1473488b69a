import type { Command } from 'commander';
import type { Email } from '@mailroom/client';
import { account, accountIdOf } from '../account.js';
import { contextOf, given, number, type Surroundings } from '../context.js';
import { plain, type Row } from '../output.js';

export type WaitSurroundings = Surroundings & { readonly onNothing: () => void };

const DEFAULT_WAIT_SECONDS = '60';
/** The longest wait of one API call; longer waits take several calls, which miss nothing between them. */
const LONGEST_CALL_SECONDS = 60;

export function rowOf({ id, createdAt, from, subject, verificationCode, task, status }: Email): Row {
  return {
    id,
    at: createdAt.slice(0, 19).replace('T', ' '),
    from: from.name || from.email,
    subject,
    code: verificationCode,
    status: task?.status ?? status,
  };
}

/** A message laid out for a person. */
export function letter(email: Email): string {
  const { from, to, subject, createdAt, verificationCode, attachments = [], trust } = email;
  const name = (address: { name: string; email: string }) =>
    address.name ? `${address.name} <${address.email}>` : address.email;
  const head: [string, string][] = [
    ['From', name(from)],
    ['To', to.map(name).join(', ')],
    ['Subject', subject],
    ['Date', createdAt],
    ['Code', verificationCode],
    ['Files', attachments.map(({ id, filename }) => `${filename ?? 'unnamed'} (${id})`).join(', ')],
    ['Beware', (trust?.signals ?? []).map(({ type, detail }) => `${type}: ${detail}`).join('; ')],
  ];
  const lines = head.flatMap(([field, value]) => (value === '' ? [] : [`${field}: ${value.replace(/\s+/g, ' ')}`]));
  return plain([...lines, '', email.plainText ?? ''].join('\n'));
}

export function addEmailCommands(program: Command, surroundings: WaitSurroundings): void {
  const emails = program.command('emails').description('list, search, read and wait for mail');
  addLists(emails, surroundings);
  addWait(emails, surroundings);

  emails
    .command('read <email-id>')
    .description('show one email; --raw shows it as it arrived')
    .option('--raw', 'the message as it arrived (RFC 5322)')
    .action(async (id: string, { raw }: { raw?: boolean }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      if (raw) return output.line(plain(new TextDecoder().decode(await client.downloadRaw(number(id)))));
      const email = await client.getEmail(number(id));
      if (email.unread) await client.markRead({ emailIds: [email.id] });
      output.one(email, letter);
    });
}

function addLists(emails: Command, surroundings: Surroundings): void {
  emails
    .command('list')
    .description('list mail, newest first')
    .option('--account <mailbox>', 'the mailbox', account)
    .option('--sent', 'sent mail')
    .option('--size <n>', 'how many', number)
    .action(async (options: { account?: string; sent?: boolean; size?: number }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const { size, sent } = options;
      const accountId = await accountIdOf(client, options.account);
      const { items } = await client.listEmails(given({ accountId, size, type: sent ? (1 as const) : undefined }));
      output.table(items, rowOf);
    });

  emails
    .command('search [words...]')
    .description('find mail by words and "phrases"')
    .option('--account <mailbox>', 'the mailbox', account)
    .option('--from <words>', 'in the sender')
    .option('--subject <words>', 'in the subject')
    .option('--since <instant>', 'not before this time (ISO 8601)')
    .option('--before <instant>', 'before this time (ISO 8601)')
    .action(async (words: string[], options: Record<string, string> & { account?: string }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const { from, subject, since, before } = options;
      const accountId = await accountIdOf(client, options.account);
      const q = words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ') || undefined;
      const { items } = await client.searchEmails(given({ q, accountId, from, subject, since, before }) as object);
      output.table(items, rowOf);
    });
}

function addWait(emails: Command, surroundings: WaitSurroundings): void {
  emails
    .command('wait')
    .description('wait for an email that arrives from now on; exits 3 if none came')
    .option('--account <mailbox>', 'the mailbox', account)
    .option('--from <text>', "part of the sender's name or address")
    .option('--subject <text>', 'part of the subject')
    .option('--has <what>', 'code, link or attachment')
    .option('--after <email-id>', 'mail with a higher id counts even if it has already arrived', number)
    .option('--timeout <seconds>', 'how long', number, Number(DEFAULT_WAIT_SECONDS))
    .option('--code', 'print only the code')
    .action(async (options: WaitOptions, command: Command) => {
      const { client, output, signal } = contextOf(command, surroundings);
      const { from, subject, has, after: afterEmailId } = options;
      const accountId = await accountIdOf(client, options.account);
      const until = Date.now() + options.timeout * 1_000;
      const criteria = given({ accountId, from, subject, has, afterEmailId });
      for (let left = options.timeout; left > 0; left = Math.ceil((until - Date.now()) / 1_000)) {
        const timeoutSeconds = Math.min(left, LONGEST_CALL_SECONDS);
        const { email } = await client.waitForEmail({ ...criteria, timeoutSeconds } as object, { signal });
        if (!email) continue;
        return options.code ? output.line(email.verificationCode) : output.one(email, letter);
      }
      surroundings.onNothing();
      output.one(null, () => 'nothing came');
    });
}

type WaitOptions = {
  account?: string;
  from?: string;
  subject?: string;
  has?: string;
  after?: number;
  timeout: number;
  code?: boolean;
};
