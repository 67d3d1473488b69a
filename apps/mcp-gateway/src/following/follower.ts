import type { FollowedResource, FollowingSession } from '@mailroom/messaging';

/** A client that has asked to be told when something changes. */
export type Follower = {
  readonly principalId: string;
  readonly tenantId: string;
  /** The session whose rows say what it follows; it is null if `resources` says so. */
  readonly sessionId: string | null;
  /** These are what it follows as long as it is connected. */
  readonly resources: readonly FollowedResource[];
  /** Tells it that the resource has changed. */
  tell(uri: string, positionText: string): void;
  /** Keeps a quiet connection open. */
  beat(positionText: string): void;
  /** Ends its connection; it comes back, here or elsewhere. */
  end(): void;
};

/** Finds the clients of a session without looking at all of them. A session may have several streams for a moment. */
export class FollowersBySession {
  readonly #followers = new Map<string, Follower[]>();

  get ids(): string[] {
    return [...this.#followers.keys()];
  }

  add(follower: Follower): void {
    const { sessionId } = follower;
    if (sessionId === null) return;
    const beside = this.#followers.get(sessionId);
    if (beside) beside.push(follower);
    else this.#followers.set(sessionId, [follower]);
  }

  /** A session is its principal's: others may know its id. */
  of({ principalId, sessionId }: FollowingSession): Follower[] {
    return (this.#followers.get(sessionId) ?? []).filter((follower) => follower.principalId === principalId);
  }
}
