import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DraftRepository, MailKeyRepository } from '@mailroom/mail';
import { EmailDeletionRepository } from './email-deletion.repository.js';

const BATCH = 100;

/** What is left of a mailbox's mail: nothing, more to delete, or only what may still be parsed or sent. */
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

  /** Deletes the first emails of it, whoever holds their tasks, in small batches, each of them committed. */
  async purge(mailboxId: number, maxBatches: number): Promise<Purged> {
    await this.drafts.removeOfMailbox(mailboxId);
    await this.keys.removeOfMailbox(mailboxId);
    let afterId = 0;
    let held = false;
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const ids = await this.deletions.ofMailbox(mailboxId, afterId, BATCH);
      if (ids.length === 0) return held ? 'held' : 'done';
      const emails = ids.map((id) => ({ id, mailboxId }));
      const gone = await this.database.transaction((tx) => this.deletions.remove(tx, emails, 'skip'));
      held ||= gone.length < ids.length;
      afterId = ids.at(-1) ?? afterId;
    }
    return 'more';
  }
}
