import { Injectable } from '@nestjs/common';
import { isStoreAway } from '@mailroom/database';
import { HeldJobRepository } from './held-job.repository.js';

/** Jobs taken at once; few enough that no statement holds its locks for long. */
const BATCH = 500;
/** A suspension may last this long before mail is too old to be sent; retries end after 30 hours. */
const MAX_HOURS = 72;
const REPLY = 'Sending was suspended for too long.';

/** Looks after the mail that waits because its tenant is suspended. Any number of processes may do it at once. */
@Injectable()
export class HeldJobs {
  constructor(private readonly jobs: HeldJobRepository) {}

  /**
   * Lets mail go whose tenant may send again, and gives up what is too old. Resolves to whether there may be more. Where
   * mail can't be given up, that is told, and the other mail goes.
   */
  async settle(onError: (error: unknown) => void): Promise<boolean> {
    const givenUp = await this.#giveUp(onError);
    const released = await this.jobs.release(BATCH, MAX_HOURS);
    return givenUp === BATCH || released === BATCH;
  }

  async #giveUp(onError: (error: unknown) => void): Promise<number> {
    try {
      return await this.jobs.giveUp(BATCH, MAX_HOURS, REPLY);
    } catch (cause) {
      if (isStoreAway(cause)) throw cause;
      onError(new Error('Mail that waited for too long could not be given up.', { cause }));
      return 0;
    }
  }
}
