import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../dist/ops/ops.js', import.meta.url));

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };
export type RunningCommand = { readonly child: ChildProcess; readonly ended: Promise<Ran> };

/** The operator's command as a process of its own, with no other environment than `env`; as another user on request. */
export function launchOperator(args: readonly string[], env: Record<string, string>, uid?: number): RunningCommand {
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return { child, ended };
}
