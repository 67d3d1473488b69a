import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { Email, MailroomClient } from '@mailroom/client';
import { account, accountIdOf } from '../account.js';
import { contextOf, given, number, type Surroundings } from '../context.js';
import { UsageError } from '../usage-error.js';

type BodyOptions = { text?: string; html?: string; attach?: string[]; key?: string; account?: string };

export function addSendingCommands(program: Command, surroundings: Surroundings): void {
  const send = program
    .command('send')
    .description('send an email; the text comes from --text or from standard input')
    .requiredOption('--to <address...>', 'recipients')
    .requiredOption('--subject <text>', 'the subject')
    .option('--cc <address...>', 'copies');
  withBody(send).action(
    async (options: BodyOptions & { to: string[]; subject: string; cc?: string[] }, command: Command) => {
      const { client, output } = contextOf(command, surroundings);
      const { to, subject, cc, key } = options;
      const body = await bodyOf(options, client, surroundings);
      output.one(await client.sendEmail({ to, subject, ...given({ cc }), ...body }, keyOf(key)), sentence);
    },
  );

  const reply = program
    .command('reply <email-id>')
    .description('answer an email; the text comes from --text or from standard input')
    .option('--all', 'answer everyone who got it')
    .option('--done', 'mark its task as handled, too')
    .option('--owner <name>', 'who claimed the task')
    .option('--lease <token>', 'the lease token');
  withBody(reply).action(
    async (
      id: string,
      options: BodyOptions & { all?: boolean; done?: boolean; owner?: string; lease?: string },
      command: Command,
    ) => {
      const { client, output } = contextOf(command, surroundings);
      const { all: replyAll, done: completeTask, owner, lease: leaseToken, key } = options;
      const body = await bodyOf(options, client, surroundings);
      const holder = given({ replyAll, completeTask, owner, leaseToken });
      output.one(await client.replyToEmail({ emailId: number(id), ...holder, ...body }, keyOf(key)), sentence);
    },
  );
}

function withBody(command: Command): Command {
  return command
    .option('--account <mailbox>', 'the mailbox that sends it', account)
    .option('--text <text>', 'the text')
    .option('--html <html>', 'the text as HTML')
    .option('--attach <file...>', 'files to attach')
    .option('--key <key>', 'an idempotency key: repeating the command with it sends nothing twice');
}

const keyOf = (key: string | undefined) => (key === undefined ? {} : { idempotencyKey: key });

async function bodyOf(options: BodyOptions, client: MailroomClient, { stdin }: Surroundings) {
  const { text, html, attach } = options;
  const attachments = attach && (await Promise.all(attach.map(attachmentOf)));
  const typed = text ?? (html === undefined ? await allOf(stdin) : undefined);
  if (typed?.trim() === '') throw new UsageError('There is no text: pass it with --text or on standard input.');
  const accountId = await accountIdOf(client, options.account);
  return given({ text: typed, html, accountId, attachments });
}

async function attachmentOf(path: string) {
  try {
    return { filename: basename(path), content: (await readFile(path)).toString('base64') };
  } catch (cause) {
    throw new UsageError(`The file ${path} can't be read: ${cause instanceof Error ? cause.message : ''}`, { cause });
  }
}

async function allOf(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function sentence({ id, to, status }: Email): string {
  return `email ${id} to ${to.map(({ email }) => email).join(', ')} is ${status}`;
}
