import type { Command } from 'commander';
import { MailroomClient } from '@mailroom/client';
import { Output } from './output.js';
import { settingsOf } from './settings.js';
import { UsageError } from './usage-error.js';

/** What every command works with. */
export type Context = { readonly client: MailroomClient; readonly output: Output; readonly signal: AbortSignal };

export type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: NodeJS.WritableStream & { write(text: string): boolean };
  readonly stderr: { write(text: string): unknown };
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
};

/** The options that every command has. */
export function contextOf(command: Command, { env, stdout, signal }: Surroundings): Context {
  const { url, token, json = false } = command.optsWithGlobals<{ url?: string; token?: string; json?: boolean }>();
  const client = new MailroomClient(settingsOf({ ...(url && { url }), ...(token && { token }) }, env));
  return { client, output: new Output(stdout as never, json), signal };
}

/** A positive integer among the arguments. @throws UsageError */
export function number(text: string): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1) throw new UsageError(`"${text}" is not a positive number.`);
  return Number(text);
}

/** The options that were given, without those that were not. */
export function given<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}
