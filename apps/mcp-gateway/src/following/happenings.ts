import { Injectable } from '@nestjs/common';
import { EmailRepository } from '@mailroom/mail';
import type { FeedEvent, FollowedResource } from '@mailroom/messaging';

/** What happened, in a form in which it can be asked what that has changed. */
export type Changes = {
  /** Whether it has changed the resource. */
  touch(resource: FollowedResource): boolean;
};

/** Finds what events have changed. */
@Injectable()
export class Happenings {
  constructor(private readonly emails: EmailRepository) {}

  /** Conversations are looked up only for events of mailboxes in which somebody follows one. */
  async of(events: readonly FeedEvent[], followed: readonly FollowedResource[]): Promise<Changes> {
    const inThreads = new Set(followed.flatMap(({ mailboxId, threadId }) => (threadId === null ? [] : mailboxId)));
    const asked = events.filter(({ mailboxId }) => inThreads.has(mailboxId));
    const emails = await this.emails.findMany(asked.map(({ emailId: id, mailboxId }) => ({ id, mailboxId })));
    const threads = new Map(emails.map(({ id, threadId }) => [id, threadId]));
    const changed = new Set<string>();
    for (const { mailboxId, emailId } of events) {
      changed.add(`${mailboxId}`).add(`${mailboxId} email ${emailId}`);
      const threadId = threads.get(emailId);
      if (threadId !== undefined) changed.add(`${mailboxId} thread ${threadId}`);
    }
    return { touch: (resource) => changed.has(keyOf(resource)) };
  }
}

function keyOf({ mailboxId, emailId, threadId }: FollowedResource): string {
  if (emailId !== null) return `${mailboxId} email ${emailId}`;
  return threadId === null ? `${mailboxId}` : `${mailboxId} thread ${threadId}`;
}
