import { createReadStream, fstatSync } from 'node:fs';
import { Writable } from 'node:stream';
import { createInterface } from 'node:readline';
import { InvalidArgumentError } from 'commander';
import { UsageError } from '../usage-error.js';

const VARIABLE = 'MAILROOM_BRIDGE_PASSPHRASE';
const MAX_BYTES = 4_096;

type From = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A file descriptor that the caller opened. */
  readonly fd?: number | undefined;
};

/** The passphrase of a key: from a descriptor, a variable, or whoever sits at the terminal. @throws UsageError */
export async function passphraseFrom({ env, fd }: From, asks = 'Passphrase of the key: '): Promise<string> {
  const given = fd === undefined ? env[VARIABLE] : await firstLine(fd);
  const passphrase = given ?? (process.stdin.isTTY ? await asked(asks) : '');
  if (passphrase === '')
    throw new UsageError(`There is no passphrase: set ${VARIABLE}, or give --passphrase-fd, or run it in a terminal.`);
  return passphrase;
}

/** Reads an option that names a file descriptor. */
export function descriptor(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('A file descriptor is a number, such as 3.');
  return Number(text);
}

async function firstLine(fd: number): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  requireOpen(fd);
  for await (const piece of createReadStream('', { fd })) {
    pieces.push(piece as Buffer);
    length += (piece as Buffer).length;
    if (length > MAX_BYTES) throw new UsageError('The passphrase is longer than 4096 bytes.');
  }
  return Buffer.concat(pieces).toString('utf8').split(/\r?\n/)[0] ?? '';
}

function requireOpen(fd: number): void {
  try {
    fstatSync(fd);
  } catch (error) {
    throw new UsageError(`The file descriptor ${fd} can't be read: ${(error as Error).message}`);
  }
}

/** Shows nothing of what is typed. */
async function asked(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  process.stderr.write('\n');
  return line;
}
