import { createLog, type Log } from '@mailroom/observability';
import { listenForStop } from './stop-signals.js';
import { keepYoungGarbageYoung } from './young-garbage.js';

/** A process at work. */
export type Running = {
  /** Says that it is not ready, and waits until those who send requests here have noticed. */
  leave?(): Promise<void>;
  /** Takes nothing new, and resolves when what is under way has ended. */
  close(): Promise<void>;
  /** Ends at once what would outlive the process. */
  abandon?(): void;
};

export type Life = {
  /** Aborting `signal` ends the waiting for what is away. */
  readonly start: (signal: AbortSignal) => Promise<Running>;
  /** What a person reads when the start has failed. */
  readonly explain: (error: unknown) => string;
  readonly onStop?: (signal: NodeJS.Signals) => void;
};

/** What of `process` it takes. */
type Host = Pick<NodeJS.Process, 'on' | 'stdout' | 'stderr'> & { exit(code: number): void };

/** The time for work under way, from the moment when nothing new is accepted. */
const CLOSE_MS = 25_000;

/**
 * The whole life of a process, from its start to its exit: 0 after it was asked to stop, 1 if it could not start or did
 * not close within 25 seconds, 130 if it was asked again.
 */
export async function runProcess(life: Life, host: Host = process, closeMs = CLOSE_MS): Promise<void> {
  keepYoungGarbageYoung();
  const stopping = new AbortController();
  let running: Running | undefined;
  const cut = (code: number) => {
    running?.abandon?.();
    host.exit(code);
  };
  const limit = () => void setTimeout(() => cut(1), closeMs).unref();
  const stop = async () => {
    limit();
    await running?.close();
    host.exit(0);
  };
  const onStop = (signal: NodeJS.Signals) => {
    stopping.abort();
    life.onStop?.(signal);
    if (running) void Promise.resolve(running.leave?.()).then(stop);
    // A start that does not notice the signal is ended.
    else limit();
  };
  // A reader of our output may end before us; we still stop cleanly.
  for (const output of [host.stdout, host.stderr]) output.on('error', () => {});
  listenForStop(host, { onStop, onImpatience: () => cut(130) });
  try {
    running = await life.start(stopping.signal);
    if (stopping.signal.aborted) await stop();
  } catch (error) {
    if (stopping.signal.aborted) return host.exit(0);
    host.stderr.write(`${life.explain(error)}\n`);
    host.exit(1);
  }
}

/** The log of this process, which gets what no one else caught. */
export function openLog(level: string, name: string): Log {
  const log = createLog(level, name);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled failure'));
  return log;
}
