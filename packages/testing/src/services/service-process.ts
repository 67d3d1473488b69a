import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '../until.js';

export type ServiceProcess = {
  readonly app: string;
  readonly pid: number;
  /** The port after `HTTP` or `SMTP` in the line that says that it is ready. */
  port(protocol: 'HTTP' | 'SMTP'): number;
  /** What it has written so far to standard output and standard error. */
  output(): string;
  /** Its exit code, once it has ended, by itself or on request. */
  exitCode(): number | null;
  /** Whether it is still running. */
  isAlive(): boolean;
  /** The status of its `/readyz`; 0 if nobody answers in time. */
  readiness(): Promise<number>;
  /** Asks it to stop, waits, and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills it as a crash would, without a word to it. */
  kill(): Promise<void>;
};

/** A probe waits this long. */
const READINESS_MS = 5_000;

/** The file with which an app starts where it was built. */
const builtMain = (app: string) => fileURLToPath(new URL(`../../../../apps/${app}/dist/main.js`, import.meta.url));

/** Starts an app as a process of its own, from the built files if no other are named, with no environment but `env`. */
export function spawnService(app: string, env: Record<string, string>, main = builtMain(app)): ServiceProcess {
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH ?? '', ...env } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const port = (protocol: string) => Number(new RegExp(`is ready: .*${protocol} \\S+:(\\d+)`).exec(output)?.[1] ?? 0);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  return {
    app,
    pid: child.pid ?? 0,
    port,
    output: () => output,
    exitCode: () => child.exitCode,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    readiness: async () => {
      const url = `http://127.0.0.1:${port('HTTP')}/readyz`;
      return fetch(url, { signal: AbortSignal.timeout(READINESS_MS) }).then(
        ({ status }) => status,
        () => 0,
      );
    },
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
  };
}

/** Waits until it says that it is ready; if it ends before that, this fails with what it wrote. */
export async function untilReady(service: ServiceProcess, timeoutMs = 30_000): Promise<void> {
  const { app, port, exitCode, output } = service;
  await until(() => port('HTTP') > 0 || exitCode() !== null, { timeoutMs, what: `${app} to be ready` });
  if (exitCode() !== null) throw new Error(output());
}
