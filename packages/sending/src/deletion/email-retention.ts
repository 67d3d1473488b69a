import { Injectable } from '@nestjs/common';
import { Database, togetherOrInParts } from '@mailroom/database';
import type { EmailPlace } from '@mailroom/mail';
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
   * Deletes one small batch, oldest first; returns true if there may be more. Emails being worked on or sent are left. An
   * email that can't be deleted is told of and holds up no other: the next batch begins behind it.
   */
  async deleteOlderThan(days: number, onError: (error: unknown) => void): Promise<boolean> {
    const next = await this.deletions.nextByAge(this.#afterId, days, BATCH);
    const expired = next.filter((email) => email.expired);
    // Ids grow with time: after a batch in which nothing is old enough, nothing is.
    const more = next.length === BATCH && expired.length > 0;
    this.#afterId = more ? (next.at(-1)?.id ?? 0) : 0;
    if (expired.length === 0) return false;
    await togetherOrInParts(
      expired,
      (emails) => this.#delete(emails),
      ({ id }, cause) => onError(new Error(`Email ${id} could not be deleted.`, { cause })),
    );
    return more;
  }

  async #delete(emails: readonly EmailPlace[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      const idle = await this.deletions.lockIdle(tx, emails);
      if (idle.length > 0) await this.deletions.remove(tx, idle, 'skip');
    });
  }
}
