import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDirectories } from '@mailroom/concurrency';
import { isAlive, processIdentity } from '@mailroom/embedded-postgres';
import { DomainError } from '@mailroom/errors';

const RETRY_MS = 20;
const GIVE_UP_MS = 60_000;

/** A process, told apart from a later one with its id. */
export type KnownProcess = { readonly pid: number; readonly identity: string };

export function knownProcess(pid: number): KnownProcess {
  return { pid, identity: processIdentity(pid) ?? '' };
}

export function isRunning({ pid, identity }: KnownProcess): boolean {
  return Number.isSafeInteger(pid) && pid > 1 && isAlive(pid) && processIdentity(pid) === identity;
}

/** The chain's directory: its state, its keys, who runs it and who uses it. */
export class ChainDirectory {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
  }

  file(name: string): string {
    return join(this.path, name);
  }

  async prepare(): Promise<void> {
    try {
      for (const name of ['users', 'pending']) await makeDirectories(this.file(name), 0o700);
    } catch (cause) {
      const { code = 'unknown' } = cause as NodeJS.ErrnoException;
      throw new Error(`The development chain can't keep its state in ${this.path} (${code}).`, { cause });
    }
  }

  /** The file's content; undefined if it is missing or not whole. */
  async read<T>(name: string): Promise<T | undefined> {
    try {
      return JSON.parse(await readFile(this.file(name), 'utf8')) as T;
    } catch {
      return undefined;
    }
  }

  /** Readers see the old content or the new one, never a part. */
  async write(name: string, value: unknown): Promise<void> {
    const draft = this.file(`${name}.${randomBytes(6).toString('hex')}.tmp`);
    await writeFile(draft, JSON.stringify(value), { mode: 0o600, flush: true });
    await rename(draft, this.file(name));
  }

  async remove(name: string): Promise<void> {
    await rm(this.file(name), { force: true });
  }

  /** Names a user of the chain; returns the name of its file. */
  async enter(): Promise<string> {
    const name = join('users', `${process.pid}-${randomBytes(4).toString('hex')}.json`);
    await this.write(name, knownProcess(process.pid));
    return name;
  }

  /** Whether any living process uses the chain; those that died without a word are forgotten. */
  async hasUsers(): Promise<boolean> {
    let living = 0;
    for (const name of await readdir(this.file('users'))) {
      const path = join('users', name);
      const user = await this.read<KnownProcess>(path);
      if (user && isRunning(user)) living += 1;
      else await this.remove(path);
    }
    return living > 0;
  }

  /** Runs `work` while no other process, and no other part of this one, starts, stops or changes the chain. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const mine = JSON.stringify({ ...knownProcess(process.pid), token: randomBytes(6).toString('hex') });
    await this.#lock(mine);
    try {
      return await work();
    } finally {
      await this.remove('lock');
    }
  }

  async #lock(mine: string): Promise<void> {
    const lock = this.file('lock');
    for (const until = Date.now() + GIVE_UP_MS; ; await sleep(RETRY_MS)) {
      if (await writeNew(lock, mine)) return;
      const found = await readFile(lock, 'utf8').catch(() => '');
      if (isStale(found)) await this.#breakLock(found);
      if (Date.now() > until) throw new DomainError('unavailable', 'The development chain is being started elsewhere.');
    }
  }

  /** Takes away the lock of a dead process; one that a faster waiter has taken meanwhile is put back. */
  async #breakLock(stale: string): Promise<void> {
    const aside = this.file(`lock.${randomBytes(6).toString('hex')}.tmp`);
    const moved = await rename(this.file('lock'), aside).then(
      () => true,
      () => false,
    );
    if (!moved) return;
    const text = await readFile(aside, 'utf8');
    if (text !== stale) await writeNew(this.file('lock'), text);
    await rm(aside, { force: true });
  }
}

async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Half a lock is one that is being written. */
function isStale(text: string): boolean {
  try {
    return !isRunning(JSON.parse(text) as KnownProcess);
  } catch {
    return false;
  }
}
