import { Injectable } from '@nestjs/common';
import { RowSweep } from '@mailroom/database';
import { HeldJobRepository } from './held-job.repository.js';

/** Jobs taken at once; few enough that no statement holds its locks for long. */
const BATCH = 500;
/** A suspension may last this long before mail is too old to be sent; retries end after 30 hours. */
const MAX_HOURS = 72;
const REPLY = 'Sending was suspended for too long.';

/** Looks after the mail that waits because its tenant is suspended. Any number of processes may do it at once. */
@Injectable()
export class HeldJobs {
  readonly #tooOld: RowSweep;
  readonly #free: RowSweep;

  constructor(jobs: HeldJobRepository) {
    this.#tooOld = new RowSweep(BATCH, 'Mail that waited for too long could not be given up.', (limit, offset) => {
      return jobs.giveUp(limit, offset, MAX_HOURS, REPLY);
    });
    this.#free = new RowSweep(BATCH, 'Mail whose tenant may send again could not be let go.', (limit, offset) => {
      return jobs.release(limit, offset, MAX_HOURS);
    });
  }

  /** Lets mail go whose tenant may send again, and gives up what is too old. Resolves to whether there may be more. */
  async settle(onError: (error: unknown) => void): Promise<boolean> {
    const more = [await this.#tooOld.step(onError), await this.#free.step(onError)];
    return more.includes(true);
  }
}
