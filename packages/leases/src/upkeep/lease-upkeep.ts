import { Injectable } from '@nestjs/common';
import { eachAlone, isStoreAway } from '@mailroom/database';
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

const eventIds = () => Array.from({ length: BATCH }, () => uuidv7());

/** Tells of leases that end, and deletes their mail a day later. Any number of processes may do so at once. */
@Injectable()
export class LeaseUpkeep {
  constructor(
    private readonly rows: LeaseUpkeepRepository,
    private readonly purges: MailboxPurge,
    private readonly webhooks: WebhookRepository,
  ) {}

  /** Tells of one batch of each kind; true where there may be more. Where leases can't be warned of, their ends are told. */
  async tell(onError: (error: unknown) => void): Promise<boolean> {
    const warned = await this.#warn(onError);
    const expired = await this.rows.expire(eventIds());
    upkeep.warned.inc(warned);
    upkeep.expired.inc(expired);
    return warned === BATCH || expired === BATCH;
  }

  async #warn(onError: (error: unknown) => void): Promise<number> {
    try {
      return await this.rows.warn(eventIds());
    } catch (cause) {
      if (isStoreAway(cause)) throw cause;
      onError(new Error('Nobody could be warned of the leases that end soon.', { cause }));
      return 0;
    }
  }

  /**
   * Deletes mail of a few leases; true where there may be more. A failure is told and delays no other lease: whoever takes
   * one puts it off for as long as a try may last.
   */
  async purge(onError: (error: unknown) => void): Promise<boolean> {
    const due = await this.rows.takePurges(PURGES);
    let more = due.length === PURGES;
    const purge = async (lease: DuePurge) => {
      if (await this.#purge(lease)) more = true;
    };
    await eachAlone(due, purge, ({ mailboxId }, cause) =>
      onError(new Error(`The mail of mailbox ${mailboxId} could not be deleted.`, { cause })),
    );
    return more;
  }

  /** What may still be sent or parsed is left, and tried again after a while. */
  async #purge(lease: DuePurge): Promise<boolean> {
    const outcome = await this.purges.purge(lease.mailboxId, BATCHES_PER_TURN);
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
