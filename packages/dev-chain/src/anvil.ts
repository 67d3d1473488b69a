import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine, findFreePort } from '@mailroom/embedded-postgres';
import { DomainError } from '@mailroom/errors';
import { anvilBinary } from './anvil-binary.js';
import { isRunning, knownProcess, type ChainDirectory, type KnownProcess } from './chain-directory.js';

export const CHAIN_ID = 31_337;

/** The running chain, whoever started it. */
export type Anvil = KnownProcess & { readonly port: number };

const RECORD = 'anvil.json';
const STATE = 'state.json';
const START_TRIES = 5;
const READY_MS = 20_000;
const STOP_MS = 10_000;
const POLL_MS = 10;
const ANSWER_MS = 5_000;

export function urlOf({ port }: Anvil): string {
  return `http://127.0.0.1:${port}`;
}

/**
 * Returns the chain of the directory: the one that runs, even if the process that started it was killed, since it alone
 * knows the last blocks; else a new one with the state on disk. The caller has the directory to itself.
 */
export async function runAnvil(directory: ChainDirectory): Promise<Anvil> {
  const found = await directory.read<Anvil>(RECORD);
  if (found && isOurs(directory, found)) {
    if (await answers(found, Date.now() + ANSWER_MS)) return found;
    await endAnvil(directory, found);
  }
  await setAsideBrokenState(directory);
  for (let tries = 1; ; tries++) {
    const started = await start(directory);
    if (started) return started;
    if (tries === START_TRIES) throw new DomainError('unavailable', 'The development chain does not start.');
  }
}

/** Lets the chain write its state and end. */
export async function endAnvil(directory: ChainDirectory, anvil: Anvil): Promise<void> {
  signal(anvil, 'SIGTERM');
  for (const until = Date.now() + STOP_MS; isRunning(anvil) && Date.now() < until;) await sleep(POLL_MS);
  signal(anvil, 'SIGKILL');
  await directory.remove(RECORD);
}

/** Whether the chain that the directory names is the one that still runs. */
export function isOurs(directory: ChainDirectory, anvil: Anvil): boolean {
  return isRunning(anvil) && (commandLine(anvil.pid) ?? '').includes(directory.file(STATE));
}

async function start(directory: ChainDirectory): Promise<Anvil | undefined> {
  const port = await findFreePort();
  const state = ['--state', directory.file(STATE), '--state-interval', '1'];
  const place = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(CHAIN_ID)];
  // Our accounts are made elsewhere; without CORS no page in a browser gets an answer.
  const manners = ['--accounts', '1', '--no-cors', '--silent', '--no-priority-fee', '--prune-history', '32'];
  // It gets a session of its own, so that the key that stops us does not stop it first.
  const child = spawn(anvilBinary(), [...place, ...state, ...manners], {
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: directory.path, TMPDIR: directory.path },
  });
  child.unref();
  if (!(await spawned(child)) || child.pid === undefined) return undefined;
  const anvil = { ...knownProcess(child.pid), port };
  await directory.write(RECORD, anvil);
  if (await answers(anvil, Date.now() + READY_MS)) return anvil;
  await endAnvil(directory, anvil);
  return undefined;
}

async function spawned(child: ChildProcess): Promise<boolean> {
  return once(child, 'spawn').then(
    () => true,
    () => false,
  );
}

/** A chain whose machine lost power while it wrote begins anew. */
async function setAsideBrokenState(directory: ChainDirectory): Promise<void> {
  if ((await directory.read(STATE)) !== undefined) return;
  await rename(directory.file(STATE), directory.file('state.broken.json')).catch(() => {});
}

async function answers(anvil: Anvil, until: number): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  while (isRunning(anvil) && Date.now() < until) {
    try {
      const headers = { 'content-type': 'application/json' };
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await fetch(urlOf(anvil), { method: 'POST', headers, body, signal });
      const { result } = (await answer.json()) as { result?: unknown };
      if (Number(result) === CHAIN_ID) return true;
    } catch {
      // It does not listen yet.
    }
    await sleep(POLL_MS);
  }
  return false;
}

function signal(anvil: Anvil, name: 'SIGTERM' | 'SIGKILL'): void {
  if (!isRunning(anvil)) return;
  try {
    process.kill(anvil.pid, name);
  } catch {
    // It ended meanwhile.
  }
}
