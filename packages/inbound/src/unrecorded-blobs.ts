import { Injectable } from '@nestjs/common';
import { patiently, Pauses } from '@mailroom/concurrency';
import { DomainError } from '@mailroom/errors';
import { RawMessageRepository } from '@mailroom/mail';
import { ErrorReporter } from './error-reporter.js';

const MAX_GROUP = 1_000;
/** So many wait in memory at most while the database is away; what is beyond that stays in the blob store. */
const MAX_WAITING = 10_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/**
 * Blobs of messages that were stored, and then not recorded as far as we know. They are announced for deletion behind
 * the client's back. Nobody needs to be certain that they were not recorded: whether a row holds one is asked when it is
 * due, which is long after the last commit that may still happen.
 */
@Injectable()
export class UnrecordedBlobs {
  #waiting: string[] = [];
  #announcing: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(
    private readonly rawMessages: RawMessageRepository,
    private readonly errors: ErrorReporter,
  ) {}

  add(stored: readonly { readonly blob: string | null }[]): void {
    const blobs = stored.flatMap(({ blob }) => blob ?? []);
    const taken = blobs.slice(0, MAX_WAITING - this.#waiting.length);
    this.#waiting.push(...taken);
    if (taken.length < blobs.length) this.#lose(blobs.length - taken.length);
    if (taken.length > 0) this.#announcing ??= this.#announceAll();
  }

  /** What still waits is tried once more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#announcing;
  }

  async #announceAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const blobs = this.#waiting.splice(0, MAX_GROUP);
      await this.#announce(blobs).catch((cause: unknown) => {
        // Nothing else will get through, either.
        const others = this.#closing.signal.aborted ? this.#waiting.splice(0) : [];
        this.#lose(blobs.length + others.length, cause);
      });
    }
    // This runs in the same turn as the last look at what waits.
    this.#announcing = undefined;
  }

  async #announce(blobs: readonly string[]): Promise<void> {
    const { signal } = this.#closing;
    const isPassing = (error: unknown) =>
      !signal.aborted && error instanceof DomainError && error.code === 'unavailable';
    const pauses = new Pauses(FIRST_PAUSE_MS, MAX_PAUSE_MS);
    await patiently(() => this.rawMessages.announce(blobs), { pauses, isPassing, signal, ref: false });
  }

  #lose(count: number, cause?: unknown): void {
    this.errors.report(
      new Error(`${count} contents of messages that were not taken stay in the blob store.`, { cause }),
    );
  }
}
