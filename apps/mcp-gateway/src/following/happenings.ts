import { Injectable } from '@nestjs/common';
import { EmailRepository } from '@mailroom/mail';
import type { FeedEvent } from '@mailroom/messaging';
import type { Happening } from './follower.js';

/** Finds the conversations to which events belong. */
@Injectable()
export class Happenings {
  constructor(private readonly emails: EmailRepository) {}

  async of(events: readonly FeedEvent[]): Promise<Happening[]> {
    const emails = await this.emails.findMany([...new Set(events.map(({ emailId }) => emailId))]);
    const threads = new Map(emails.map(({ id, threadId }) => [id, threadId]));
    return events.map(({ mailboxId, emailId }) => ({ mailboxId, emailId, threadId: threads.get(emailId) ?? '' }));
  }
}
