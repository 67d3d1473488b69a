import type { FollowedResource } from '@mailroom/messaging';

/** A client that has asked to be told when something changes. */
export type Follower = {
  readonly principalId: string;
  /** Whose rows say what it follows; null if `resources` does. */
  readonly sessionId: string | null;
  /** What it follows as long as it is connected. */
  readonly resources: readonly FollowedResource[];
  /** Tells it that the resource has changed. */
  tell(uri: string, positionText: string): void;
  /** Keeps a quiet connection open. */
  beat(positionText: string): void;
  /** Ends its connection; it comes back, here or elsewhere. */
  end(): void;
};

/** One event of the feed, as far as it matters here. */
export type Happening = { readonly mailboxId: number; readonly emailId: number; readonly threadId: string };

/** Whether what happened has changed the resource. */
export function isAbout({ mailboxId, emailId, threadId }: FollowedResource, happening: Happening): boolean {
  if (happening.mailboxId !== mailboxId) return false;
  if (emailId !== null) return happening.emailId === emailId;
  return threadId === null || happening.threadId === threadId;
}
