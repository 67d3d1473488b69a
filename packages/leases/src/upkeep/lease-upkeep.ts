import { Injectable } from '@nestjs/common';
import { eachAlone, RowSweep } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { MailboxPurge } from '@mailroom/sending';
import { WebhookRepository } from '@mailroom/webhooks';
import { upkeep } from '../lease-metrics.js';
import { LeaseUpkeepRepository, type DuePurge } from './lease-upkeep.repository.js';

/** Few enough that no statement holds its locks for long. */
const BATCH = 100;
const PURGES = 8;
/** So many of one mailbox go before it is the next one's turn. */
const BATCHES_PER_TURN = 10;

const eventIds = (count: number) => Array.from({ length: count }, () => uuidv7());

/** Tells of leases that end, and deletes their mail a day later. Any number of processes may do so at once. */
@Injectable()
export class LeaseUpkeep {
  readonly #ending: RowSweep;
  readonly #ended: RowSweep;
  readonly #over: RowSweep;
  /** Leases that were taken, whose mail is to be deleted. */
  readonly #taken: DuePurge[] = [];

  constructor(
    private readonly rows: LeaseUpkeepRepository,
    private readonly purges: MailboxPurge,
    private readonly webhooks: WebhookRepository,
  ) {
    this.#ending = new RowSweep(BATCH, 'Nobody could be warned of a lease that ends soon.', async (limit, offset) => {
      return counted(upkeep.warned, await rows.warn(eventIds(limit), offset));
    });
    this.#ended = new RowSweep(BATCH, 'Nobody could be told of the end of a lease.', async (limit, offset) => {
      return counted(upkeep.expired, await rows.expire(eventIds(limit), offset));
    });
    this.#over = new RowSweep(
      PURGES,
      'A lease whose mail is to be deleted could not be taken.',
      async (limit, offset) => {
        const due = await rows.takePurges(limit, offset);
        this.#taken.push(...due);
        return due.length;
      },
    );
  }

  /** Tells of one batch of each kind; true where there may be more. */
  async tell(onError: (error: unknown) => void): Promise<boolean> {
    const more = [await this.#ending.step(onError), await this.#ended.step(onError)];
    return more.includes(true);
  }

  /**
   * Deletes mail of a few leases; true where there may be more. A failure is told and delays no other lease: whoever takes
   * one puts it off for as long as a try may last.
   */
  async purge(onError: (error: unknown) => void): Promise<boolean> {
    let more = await this.#over.step(onError);
    const purge = async (lease: DuePurge) => {
      if (await this.#purge(lease, onError)) more = true;
    };
    await eachAlone(this.#taken.splice(0), purge, ({ mailboxId }, cause) =>
      onError(new Error(`The mail of mailbox ${mailboxId} could not be deleted.`, { cause })),
    );
    return more;
  }

  /** What may still be sent or parsed, or can't be deleted, is left, and tried again after a while. */
  async #purge(lease: DuePurge, onError: (error: unknown) => void): Promise<boolean> {
    const outcome = await this.purges.purge(lease.mailboxId, BATCHES_PER_TURN, onError);
    if (outcome === 'more') {
      await this.rows.goOn(lease);
      return true;
    }
    if (outcome === 'done') {
      await this.webhooks.deleteOfMailbox(lease.mailboxId);
      await this.rows.markPurged(lease);
      upkeep.purged.inc();
    }
    return false;
  }
}

function counted(counter: Pick<typeof upkeep.warned, 'inc'>, count: number): number {
  counter.inc(count);
  return count;
}
