import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { EmailDeletionRepository } from './email-deletion.repository.js';

const BATCH = 100;

/** Deletes emails that are older than the installation keeps them. Any number of replicas may do so at once. */
@Injectable()
export class EmailRetention {
  /** The next batch begins after this id; emails that were left behind are tried again in the next round. */
  #afterId = 0;

  constructor(
    private readonly database: Database,
    private readonly deletions: EmailDeletionRepository,
  ) {}

  /**
   * Deletes one small batch, oldest first; returns true if there may be more. Emails being worked on or sent are left.
   */
  async deleteOlderThan(days: number): Promise<boolean> {
    const next = await this.deletions.nextByAge(this.#afterId, days, BATCH);
    const expired = next.filter((email) => email.expired);
    // Ids grow with time: after a batch in which nothing is old enough, nothing is.
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
