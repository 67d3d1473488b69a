import { Roster } from '@mailroom/concurrency';

const STOPPED = 'The server stopped in the middle of the delivery.';

/** Gives each delivery its deadline, and ends all of them when the transport closes. */
export class DeliveriesUnderWay {
  readonly #running = new Roster<AbortController>();
  #closed = false;

  constructor(private readonly deliveryMs: number) {}

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Runs `deliver` with a signal that tells it when it must end. */
  async run<T>(deliver: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    if (this.#closed) controller.abort(STOPPED);
    const late = `The delivery took more than ${this.deliveryMs / 1_000} seconds.`;
    const deadline = setTimeout(() => controller.abort(late), this.deliveryMs);
    const leave = this.#running.enter(controller);
    try {
      return await deliver(controller.signal);
    } finally {
      clearTimeout(deadline);
      leave();
    }
  }

  close(): void {
    this.#closed = true;
    for (const controller of this.#running) controller.abort(STOPPED);
  }
}

/** Why a delivery was broken off, in words for whoever sent the mail. */
export function whyBrokenOff({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? reason : 'The delivery was broken off.';
}
