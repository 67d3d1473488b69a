import { domainOf } from '@mailroom/message';
import { networkOf } from '@mailroom/network';
import type { ParseJob } from './parse-job.js';

/** How long a sender's mail goes last after one message was slow. */
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;
/**
 * Larger messages go last too, since one takes longer than many small ones together. A hostile message of this size takes
 * some 50 ms, which is the most that anybody's letter waits for one.
 */
const LARGE_BYTES = 64 * 1024;

type Sent = Pick<ParseJob, 'envelope'> & { readonly bytes: number };

/**
 * The senders whose mail was slow to read recently. A sender is a network and an envelope domain together: a domain
 * alone is easily forged, and a network alone may be a relay that everybody uses.
 */
export class SlowSenders {
  readonly #until = new Map<string, number>();

  add({ envelope }: Pick<ParseJob, 'envelope'>): void {
    const sender = senderOf(envelope);
    this.#until.delete(sender);
    this.#until.set(sender, performance.now() + REMEMBERED_MS);
    const [oldest] = this.#until.keys();
    if (this.#until.size > MAX_REMEMBERED && oldest !== undefined) this.#until.delete(oldest);
  }

  /** Whether a message has to wait until there is nothing else to do. */
  goesLast({ envelope, bytes }: Sent): boolean {
    if (bytes > LARGE_BYTES) return true;
    if (this.#until.size === 0) return false;
    return (this.#until.get(senderOf(envelope)) ?? 0) > performance.now();
  }
}

function senderOf({ clientAddress, sender }: ParseJob['envelope']): string {
  return `${networkOf(clientAddress)} ${domainOf(sender ?? '')}`;
}
