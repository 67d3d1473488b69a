import { Injectable } from '@nestjs/common';
import { Database, togetherOrInParts } from '@mailroom/database';
import { DraftRepository, MailKeyRepository } from '@mailroom/mail';
import { EmailDeletionRepository } from './email-deletion.repository.js';

const BATCH = 100;

/** What is left of a mailbox's mail: nothing, more to delete, or only what may still be parsed or sent, or can't be deleted. */
export type Purged = 'done' | 'more' | 'held';

/** Deletes all mail of a mailbox, drafts and keys included, that nobody may read any more. Any number of replicas may do so at once. */
@Injectable()
export class MailboxPurge {
  constructor(
    private readonly database: Database,
    private readonly deletions: EmailDeletionRepository,
    private readonly drafts: DraftRepository,
    private readonly keys: MailKeyRepository,
  ) {}

  /**
   * Deletes the first emails of it, whoever holds their tasks, in small batches, each of them committed. An email that can't
   * be deleted is told of, and holds up no other; a batch of which nothing goes does not count.
   */
  async purge(mailboxId: number, maxBatches: number, onError: (error: unknown) => void): Promise<Purged> {
    await this.drafts.removeOfMailbox(mailboxId);
    await this.keys.removeOfMailbox(mailboxId);
    let afterId = 0;
    let held = false;
    for (let batches = 0; batches < maxBatches;) {
      const ids = await this.deletions.ofMailbox(mailboxId, afterId, BATCH);
      if (ids.length === 0) return held ? 'held' : 'done';
      const emails = ids.map((id) => ({ id, mailboxId }));
      let gone = 0;
      await togetherOrInParts(
        emails,
        async (some) => {
          gone += (await this.database.transaction((tx) => this.deletions.remove(tx, some, 'skip'))).length;
        },
        ({ id }, cause) => onError(new Error(`Email ${id} of mailbox ${mailboxId} could not be deleted.`, { cause })),
      );
      held ||= gone < ids.length;
      if (gone > 0) batches += 1;
      afterId = ids.at(-1) ?? afterId;
    }
    return 'more';
  }
}
