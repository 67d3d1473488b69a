import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '@mailroom/testing';

export type ServiceProcess = {
  /** The port behind `HTTP` or `SMTP` in the line that says that it is ready. */
  port(protocol: 'HTTP' | 'SMTP'): number;
  /** What it wrote so far, to both outputs. */
  output(): string;
  /** Its exit code, once it has ended. */
  exitCode(): number | null;
  readiness(): Promise<number>;
  /** Asks it to stop, waits, and returns its exit code. */
  stop(): Promise<number | null>;
};

/** Starts an app as a process of its own, from what was built. */
export function spawnService(app: string, env: Record<string, string>): ServiceProcess {
  const main = fileURLToPath(new URL(`../../${app}/dist/main.js`, import.meta.url));
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH ?? '', ...env } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const port = (protocol: string) => Number(new RegExp(`is ready: .*${protocol} \\S+:(\\d+)`).exec(output)?.[1] ?? 0);
  return {
    port,
    output: () => output,
    exitCode: () => child.exitCode,
    readiness: async () => {
      const url = `http://127.0.0.1:${port('HTTP')}/readyz`;
      return fetch(url).then(
        ({ status }) => status,
        () => 0,
      );
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}

/** Waits until it says that it is ready; an end before that fails with what it wrote. */
export async function untilReady(service: ServiceProcess): Promise<void> {
  await until(() => service.port('HTTP') > 0 || service.exitCode() !== null, { what: 'a service to be ready' });
  if (service.exitCode() !== null) throw new Error(service.output());
}
