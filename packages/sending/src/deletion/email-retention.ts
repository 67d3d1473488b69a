import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { EmailDeletionRepository } from './email-deletion.repository.js';

const BATCH = 100;

/** Deletes emails that are older than an installation keeps them. Any number of replicas may do it at once. */
@Injectable()
export class EmailRetention {
  /** Where the next batch begins; what was left on the way is tried again in the next round. */
  #afterId = 0;

  constructor(
    private readonly database: Database,
    private readonly deletions: EmailDeletionRepository,
  ) {}

  /** One small batch, oldest first; true where there may be more. What is being worked on or sent is left. */
  async deleteOlderThan(days: number): Promise<boolean> {
    const next = await this.deletions.nextByAge(this.#afterId, days, BATCH);
    const expired = next.filter((email) => email.expired).map(({ id }) => id);
    // Ids grow with time: beyond a batch in which nothing is old enough, nothing is.
    const more = next.length === BATCH && expired.length > 0;
    this.#afterId = more ? (next.at(-1)?.id ?? 0) : 0;
    if (expired.length === 0) return false;
    await this.database.transaction(async (tx) => {
      const idle = await this.deletions.lockIdle(tx, expired);
      if (idle.length > 0) await this.deletions.remove(tx, idle, 'skip');
    });
    return more;
  }
}
