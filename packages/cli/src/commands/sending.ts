import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { Email } from '@mailroom/client';
import { contextOf, given, number, type Surroundings } from '../context.js';
import { UsageError } from '../usage-error.js';

type BodyOptions = { text?: string; html?: string; attach?: string[]; key?: string; account?: number };

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
      const body = await bodyOf(options, surroundings);
      output.one(await client.sendEmail({ to, subject, ...given({ cc }), ...body }, keyOf(key)), sentence);
    },
  );

  const reply = program
    .command('reply <email-id>')
    .description('answer an email; the text comes from --text or from standard input')
    .option('--all', 'to all who got it')
    .option('--done', 'and mark its task as handled')
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
      const body = await bodyOf(options, surroundings);
      const holder = given({ replyAll, completeTask, owner, leaseToken });
      output.one(await client.replyToEmail({ emailId: number(id), ...holder, ...body }, keyOf(key)), sentence);
    },
  );
}

function withBody(command: Command): Command {
  return command
    .option('--account <id>', 'the mailbox to send from', number)
    .option('--text <text>', 'the text')
    .option('--html <html>', 'an HTML form of it')
    .option('--attach <file...>', 'files to attach')
    .option('--key <key>', 'an idempotency key: sending again with it sends nothing twice');
}

const keyOf = (key: string | undefined) => (key === undefined ? {} : { idempotencyKey: key });

async function bodyOf({ text, html, attach, account: accountId }: BodyOptions, { stdin }: Surroundings) {
  const attachments = attach && (await Promise.all(attach.map(attachmentOf)));
  const typed = text ?? (html === undefined ? await allOf(stdin) : undefined);
  if (typed?.trim() === '') throw new UsageError('There is no text: give it with --text or on standard input.');
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
