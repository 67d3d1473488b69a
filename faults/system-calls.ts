import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from './pause.js';

/** System calls of a running process that fail as long as this lasts. */
export type FailingCalls = {
  /** The calls that failed so far, one line of strace for each. */
  failed(): Promise<string[]>;
  /** Lets the calls succeed again; returns those that failed. */
  end(): Promise<string[]>;
};

/** Makes system calls of a process fail, or only those on one file; null if there is no strace, or it may not trace. */
export async function failCalls(pid: number, calls: string, error: string, path = ''): Promise<FailingCalls | null> {
  const directory = await mkdtemp(join(tmpdir(), 'mailroom-strace-'));
  const log = join(directory, 'log');
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}`];
  const only = path === '' ? [] : ['-P', path];
  const child = spawn('strace', ['-f', '-y', '-o', log, ...only, ...inject, '-p', String(pid)]);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'exit').then(
    () => true,
    () => true,
  );
  child.on('error', () => {});
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!isOver && !said.includes('attached')) await pause(10);
  const failed = async () => {
    const text = await readFile(log, 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line.includes('(INJECTED)'));
  };
  const end = async () => {
    child.kill('SIGINT');
    await ended;
    const lines = await failed();
    await rm(directory, { recursive: true, force: true });
    return lines;
  };
  if (!isOver) return { failed, end };
  await rm(directory, { recursive: true, force: true });
  return null;
}

/** The files below a directory that a process has open now. */
export async function openFilesOf(pid: number, directory: string): Promise<string[]> {
  const descriptors = `/proc/${pid}/fd`;
  const names = await readdir(descriptors).catch(() => []);
  const paths = await Promise.all(names.map((name) => readlink(join(descriptors, name)).catch(() => '')));
  return paths.filter((path) => path.startsWith(`${directory}/`));
}
