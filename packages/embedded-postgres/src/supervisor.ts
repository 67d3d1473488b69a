import { setTimeout as sleep } from 'node:timers/promises';
import { startPostmaster } from './start-postmaster.js';
import type { PostmasterLaunch } from './postgres-settings.js';
import type { Postmaster } from './postmaster.js';

const RETRY_MS = 100;
const MAX_RETRY_MS = 10_000;

/** Keeps a Postgres running on its port until it is told to stop. */
export class Supervisor {
  readonly #stopped = new AbortController();
  /** The latest start, stop or restart; each begins when the one before it has ended. */
  #turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly launch: PostmasterLaunch,
    private postmaster: Postmaster,
  ) {
    this.#watch(postmaster);
  }

  get pid(): number {
    return this.postmaster.pid;
  }

  get port(): number {
    return this.postmaster.port;
  }

  /** Stops Postgres and starts it again on the same port. */
  async restart(): Promise<void> {
    await this.#next(async () => {
      const stopping = this.postmaster;
      await stopping.stop(this.launch.onLog);
      await this.#start();
    });
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#next(() => this.postmaster.stop(this.launch.onLog));
  }

  abandon(): void {
    this.#stopped.abort();
    this.postmaster.abandon();
  }

  /** A Postgres that ends on its own is started again, however often that takes. */
  #watch(postmaster: Postmaster): void {
    void postmaster.gone.then((how) =>
      this.#next(async () => {
        if (this.#stopped.signal.aborted || postmaster !== this.postmaster) return;
        this.launch.onLog(`Postgres (process id ${postmaster.pid}) ended unexpectedly (${how}): starting it again`);
        await this.#startWithPatience();
      }).catch((error: unknown) => this.launch.onLog(`Postgres was not started again: ${String(error)}`)),
    );
  }

  async #startWithPatience(): Promise<void> {
    for (let delayMs = RETRY_MS; !this.#stopped.signal.aborted; delayMs = Math.min(delayMs * 2, MAX_RETRY_MS)) {
      try {
        return await this.#start();
      } catch (error) {
        this.launch.onLog(error instanceof Error ? error.message : String(error));
        await sleep(delayMs, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
      }
    }
  }

  async #start(): Promise<void> {
    const { postmaster } = await startPostmaster(this.launch, this.#stopped.signal, this.port);
    this.postmaster = postmaster;
    this.#watch(postmaster);
  }

  #next(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
