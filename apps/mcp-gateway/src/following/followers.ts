import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { StreamRoom } from '@mailroom/http';
import { CredentialAuthenticator } from '@mailroom/identity';
import {
  EventFeed,
  FeedFollowing,
  FeedRepository,
  FollowedResourceRepository,
  positionText,
  resumeFrom,
  type FeedEvent,
  type FeedPosition,
  type FollowedResource,
} from '@mailroom/messaging';
import { level } from '@mailroom/observability';
import { McpSettings } from '../mcp-settings.js';
import { FollowersBySession, type Follower } from './follower.js';
import { Happenings } from './happenings.js';

const openStreams = level('mailroom_mcp_streams', 'streams of the tool protocol that are open');
const BEAT_MS = 15_000;
/** After a credential is revoked, its streams tell nothing more. */
const CHECK_MS = 900;

type Followed = { readonly follower: Follower; readonly resource: FollowedResource };

/** Tells every connected client of this process what has changed, with one reader of the feed for all of them. */
@Injectable()
export class Followers implements OnModuleDestroy {
  readonly #followers = new Set<Follower>();
  readonly #following: FeedFollowing;
  #position: FeedPosition = 0;
  #timers: NodeJS.Timeout[] = [];
  /** Batches are told in order. */
  #telling: Promise<void> = Promise.resolve();

  constructor(
    feed: EventFeed,
    private readonly events: FeedRepository,
    private readonly followed: FollowedResourceRepository,
    private readonly happenings: Happenings,
    private readonly credentials: CredentialAuthenticator,
    private readonly settings: McpSettings,
    private readonly room: StreamRoom,
  ) {
    this.#following = new FeedFollowing(feed, (happened, position) => this.#hear(happened, position));
  }

  /**
   * Tells a client of everything that changes from now on; returns the id from which it may resume.
   * @throws rate_limited, unavailable if there is no room for it
   */
  async add(follower: Follower): Promise<string> {
    this.room.enter(follower);
    this.#followers.add(follower);
    openStreams.inc();
    try {
      const { position } = await this.#start();
      return positionText(Math.max(position, this.#position));
    } catch (error) {
      this.remove(follower);
      throw error;
    }
  }

  /**
   * Tells a client that comes back what changed since its last event. Without one, or if that is too long ago, all that
   * it follows may have changed. @throws invalid_request if the id is not valid
   */
  async catchUp(follower: Follower, followed: readonly FollowedResource[], lastEventId?: string): Promise<void> {
    if (followed.length === 0) return;
    const now = await this.#now();
    const from = lastEventId === undefined ? null : resumeFrom(lastEventId, await this.events.end());
    const changed = from === null ? followed : await this.#changedSince(from, followed);
    for (const { uri } of changed) follower.tell(uri, positionText(now));
  }

  remove(follower: Follower): void {
    if (!this.#followers.delete(follower)) return;
    this.room.leave(follower);
    openStreams.dec();
    this.#following.end(null);
    if (this.#followers.size > 0) return;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }

  /** Ends the streams of a session that its client has ended. */
  endSession(principalId: string, sessionId: string): void {
    for (const follower of this.#followers)
      if (follower.principalId === principalId && follower.sessionId === sessionId) follower.end();
  }

  onModuleDestroy(): void {
    for (const follower of this.#followers) follower.end();
  }

  async #changedSince(from: FeedPosition, followed: readonly FollowedResource[]): Promise<FollowedResource[]> {
    const mailboxIds = [...new Set(followed.map(({ mailboxId }) => mailboxId))];
    const changed = new Set<FollowedResource>();
    for await (const { events } of this.events.pages(from, mailboxIds)) {
      const happenings = await this.happenings.of(events, followed);
      for (const resource of followed) if (happenings.touch(resource)) changed.add(resource);
      if (changed.size === followed.length) break;
    }
    return [...changed];
  }

  #start(): ReturnType<FeedFollowing['begin']> {
    if (this.#timers.length === 0)
      this.#timers = [setInterval(() => this.#beat(), BEAT_MS), setInterval(() => this.#check(), CHECK_MS)];
    // What a session follows stands in the database, and any replica may add to it: so all mailboxes are followed.
    return this.#following.begin(null);
  }

  async #now(): Promise<FeedPosition> {
    try {
      return (await this.#following.begin(null)).position;
    } finally {
      this.#following.end(null);
    }
  }

  #hear(events: readonly FeedEvent[], position: FeedPosition): void {
    this.#telling = this.#telling
      .then(() => (events.length > 0 ? this.#tell(events, position) : undefined))
      .then(() => void (this.#position = position))
      .catch((error: unknown) => this.#drop(error));
  }

  /** What a session follows is read when something happens, so that it does not matter which replica was told of it. */
  async #tell(events: readonly FeedEvent[], position: FeedPosition): Promise<void> {
    const followed = await this.#followedIn(new Set(events.map(({ mailboxId }) => mailboxId)));
    if (followed.length === 0) return;
    const happenings = await this.happenings.of(
      events,
      followed.map(({ resource }) => resource),
    );
    const text = positionText(position);
    for (const { follower, resource } of followed) if (happenings.touch(resource)) follower.tell(resource.uri, text);
  }

  /** Who follows something in one of the mailboxes, and what. */
  async #followedIn(mailboxIds: ReadonlySet<number>): Promise<Followed[]> {
    const sessions = new FollowersBySession();
    const found: Followed[] = [];
    for (const follower of this.#followers) {
      sessions.add(follower);
      for (const resource of follower.resources)
        if (mailboxIds.has(resource.mailboxId)) found.push({ follower, resource });
    }
    if (sessions.ids.length === 0) return found;
    const rows = await this.followed.inMailboxes([...mailboxIds], sessions.ids);
    for (const row of rows) for (const follower of sessions.of(row)) found.push({ follower, resource: row });
    return found;
  }

  /** Clients that could not be told come back, and catch up. */
  #drop(error: unknown): void {
    this.settings.onError(error);
    for (const follower of this.#followers) follower.end();
  }

  #beat(): void {
    for (const follower of this.#followers) follower.beat(positionText(this.#position));
    const sessions = [...this.#followers].flatMap(({ principalId, sessionId }) =>
      sessionId === null ? [] : { principalId, sessionId },
    );
    if (sessions.length > 0) this.followed.keep(sessions).catch((error: unknown) => this.settings.onError(error));
  }

  #check(): void {
    const principalIds = [...new Set([...this.#followers].map(({ principalId }) => principalId))];
    this.credentials
      .ended(principalIds)
      .then((ended) => {
        for (const follower of this.#followers) if (ended.includes(follower.principalId)) follower.end();
      })
      .catch((error: unknown) => this.settings.onError(error));
  }
}
