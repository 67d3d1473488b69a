import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CallCancellationRepository } from '@mailroom/messaging';
import { McpSettings } from '../mcp-settings.js';

/** The ids of requests are the client's own: another session may use the same. */
export type Call = {
  readonly principalId: string;
  readonly sessionId: string | undefined;
  /** A cancellation may lack it. */
  readonly requestId: string | number | undefined;
};

/** A request with a longer id can't be cancelled. */
const MAX_ID_CHARS = 200;
/** The number of cancellations that may wait to be told to the other processes; beyond this they are not. */
const MAX_UNTOLD = 1_000;

/**
 * The calls of this process that have a session and no answer yet, each of which its client may cancel (MCP,
 * "Cancellation"). Any process may be told of that, so it tells the others of a call that it does not have itself.
 */
@Injectable()
export class CallsUnderWay implements OnModuleDestroy {
  readonly #calls = new Map<string, Set<AbortController>>();
  readonly #stopListening: () => void;
  #untold = 0;

  constructor(
    private readonly cancellations: CallCancellationRepository,
    private readonly settings: McpSettings,
  ) {
    this.#stopListening = cancellations.listen((key) => void this.#abort(key));
  }

  /** Runs a call, which is to stop when its client goes away or cancels it; null if the client has cancelled it. */
  async run<Result>(
    call: Call,
    gone: AbortSignal,
    work: (stop: AbortSignal) => Promise<Result>,
  ): Promise<Result | null> {
    const key = keyOf(call);
    if (key === null) return work(gone);
    const cancelled = new AbortController();
    const stop = AbortSignal.any([gone, cancelled.signal]);
    const same = this.#calls.get(key) ?? new Set();
    this.#calls.set(key, same.add(cancelled));
    try {
      const result = await work(stop);
      return cancelled.signal.aborted ? null : result;
    } finally {
      same.delete(cancelled);
      if (same.size === 0) this.#calls.delete(key);
    }
  }

  /** Stops the call, wherever it runs. One that nobody knows is ignored: it may have been answered meanwhile. */
  async cancel(call: Call): Promise<void> {
    const key = keyOf(call);
    if (key === null || this.#abort(key) || this.#untold >= MAX_UNTOLD) return;
    this.#untold += 1;
    try {
      await this.cancellations.tell(key);
    } catch (error) {
      this.settings.onError(error);
    } finally {
      this.#untold -= 1;
    }
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  #abort(key: string): boolean {
    const calls = this.#calls.get(key);
    for (const call of calls ?? []) call.abort();
    return calls !== undefined;
  }
}

/** Names a call among those of everybody, and can't be mistaken for another's; null for one that can't be cancelled. */
function keyOf({ principalId, sessionId, requestId }: Call): string | null {
  if (sessionId === undefined || requestId === undefined) return null;
  if (typeof requestId === 'string' && requestId.length > MAX_ID_CHARS) return null;
  return JSON.stringify([principalId, sessionId, requestId]);
}
