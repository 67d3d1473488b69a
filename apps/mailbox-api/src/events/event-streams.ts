import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { answerEventHead, StreamRoom } from '@mailroom/http';
import { CredentialAuthenticator } from '@mailroom/identity';
import { LeaseEnds, MailboxRepository } from '@mailroom/mail';
import {
  EventFeed,
  FeedFollowing,
  FeedRepository,
  resumeFrom,
  type FeedEvent,
  type FeedPosition,
  type FeedSubscription,
} from '@mailroom/messaging';
import { level } from '@mailroom/observability';
import type { FastifyReply } from 'fastify';
import { ApiSettings } from '../api-settings.js';
import { EventStream, type StreamScope } from './event-stream.js';
import { StreamMessages } from './stream-messages.js';

const openStreams = level('mailroom_event_streams', 'streams of server-sent events that are open');
const BEAT_MS = 15_000;
/** After a credential is revoked, its streams show nothing more. */
const CHECK_MS = 900;
/** The number of events sent at a time to a client that comes back. */
const CHUNK = 200;

/** Serves every stream of this process with one reader, one timer, and one text per event for all of them. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  readonly #streams = new Set<EventStream>();
  readonly #following: FeedFollowing;
  #position: FeedPosition = 0;
  #timers: NodeJS.Timeout[] = [];
  /** Events are sent in order, one batch after another. */
  #telling: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(
    feed: EventFeed,
    private readonly events: FeedRepository,
    private readonly messages: StreamMessages,
    private readonly mailboxes: MailboxRepository,
    private readonly credentials: CredentialAuthenticator,
    private readonly settings: ApiSettings,
    private readonly leaseEnds: LeaseEnds,
    private readonly room: StreamRoom,
  ) {
    this.#following = new FeedFollowing(feed, (happened, position) => this.#hear(happened, position));
  }

  /** Follows the feed for a client until it goes away. @throws invalid_request, rate_limited, unavailable */
  async open(scope: StreamScope, lastEventId: string | undefined, reply: FastifyReply): Promise<void> {
    if (scope.types.has('task.updated')) await this.events.listen(scope.tenantId);
    // Nothing would tell of the end of a client that has gone away meanwhile, so it would be followed for ever.
    if (reply.raw.destroyed) return;
    if (reply.request.method === 'HEAD') return answerEventHead(reply);
    this.room.enter(scope);
    const stream = new EventStream(scope, reply.raw);
    this.#streams.add(stream);
    openStreams.inc();
    const unwatch = scope.mailboxId === null ? () => {} : this.leaseEnds.watch(scope.mailboxId, () => stream.end());
    reply.raw.once('close', () => {
      unwatch();
      this.#forget(stream);
    });
    try {
      const told = this.#position;
      const { position } = await this.#start(scope.mailboxId);
      const from = lastEventId === undefined ? position : resumeFrom(lastEventId, await this.events.end());
      reply.hijack();
      stream.begin(String(reply.request.id));
      if (from === null) stream.reset();
      const isNew = lastEventId === undefined || from === null;
      stream.goOn(isNew ? new Set() : await this.#catchUp(stream, from, Math.max(position, told)));
      if (isNew) stream.beat(Math.max(position, this.#position));
    } catch (error) {
      this.#forget(stream);
      if (!reply.sent) throw error;
      // The answer has begun, so the client reconnects and resumes.
      this.settings.onError(error);
      stream.end();
    }
    if (this.#closed) stream.end();
  }

  /** Ends all streams; their clients connect to another replica and resume. */
  onModuleDestroy(): void {
    this.#closed = true;
    for (const stream of this.#streams) stream.end();
  }

  /**
   * Sends what happened since a position, each page when the client has taken the one before; returns the ids of those
   * events that it may also hear from the feed, which tells of what came after `heard`.
   */
  async #catchUp(stream: EventStream, from: FeedPosition, heard: FeedPosition): Promise<Set<string>> {
    const { mailboxId, tenantId } = stream.scope;
    const mailboxIds = mailboxId === null ? await this.mailboxes.idsOfTenant(tenantId) : [mailboxId];
    const again = new Set<string>();
    for await (const { events, position } of this.events.pages(from, mailboxIds, heard)) {
      const missed = events.filter((event) => stream.wants(event, tenantId));
      for (let start = 0; start < missed.length && stream.isOpen; start += CHUNK) {
        const messages = await this.messages.of(missed.slice(start, start + CHUNK));
        // Until the last event is sent, resuming begins at the first transaction that is not.
        const next = missed[start + CHUNK];
        await stream.tell(messages, next ? Math.min(next.xid, position) : position);
      }
      if (!stream.isOpen) break;
      for (const { id, xid } of missed) if (xid >= heard) again.add(id);
    }
    return again;
  }

  #start(mailboxId: number | null): Promise<FeedSubscription> {
    if (this.#timers.length === 0) {
      this.#timers = [setInterval(() => this.#beat(), BEAT_MS), setInterval(() => this.#check(), CHECK_MS)];
    }
    return this.#following.begin(mailboxId);
  }

  #forget(stream: EventStream): void {
    if (!this.#streams.delete(stream)) return;
    this.room.leave(stream.scope);
    openStreams.dec();
    this.#following.end(stream.scope.mailboxId);
    if (this.#streams.size > 0) return;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }

  #hear(events: readonly FeedEvent[], position: FeedPosition): void {
    if (events.length === 0) {
      // Nothing may overtake what is still being sent.
      this.#telling = this.#telling.then(() => void (this.#position = position));
      return;
    }
    this.#telling = this.#telling.then(() => this.#tell(events, position)).catch((error: unknown) => this.#drop(error));
  }

  async #tell(events: readonly FeedEvent[], position: FeedPosition): Promise<void> {
    const audience = await this.#audience(events);
    const wanted = events.filter((event) => audience.has(event));
    for (let start = 0; start < wanted.length; start += CHUNK) {
      const chunk = wanted.slice(start, start + CHUNK);
      const next = wanted[start + CHUNK];
      const messages = await this.messages.of(chunk);
      const safe = next ? Math.min(next.xid, position) : position;
      for (const stream of this.#streams) {
        const own = messages.filter(({ event }) => audience.get(event)?.has(stream));
        if (own.length > 0) stream.send(own, safe);
      }
    }
    this.#position = position;
  }

  /** Finds who must receive each event; events that interest nobody are left out. */
  async #audience(events: readonly FeedEvent[]): Promise<Map<FeedEvent, Set<EventStream>>> {
    const audience = new Map<FeedEvent, Set<EventStream>>();
    for (const event of events) {
      const mailbox = await this.messages.mailbox(event.mailboxId);
      if (!mailbox) continue;
      const streams = [...this.#streams].filter((stream) => stream.wants(event, mailbox.tenantId));
      if (streams.length > 0) audience.set(event, new Set(streams));
    }
    return audience;
  }

  /** Clients get what could not be sent when they come back. */
  #drop(error: unknown): void {
    this.settings.onError(error);
    for (const stream of this.#streams) stream.end();
  }

  /** It also keeps a tenant's tasks recorded for as long as somebody listens, however many days that is. */
  #beat(): void {
    for (const stream of this.#streams) stream.beat(this.#position);
    const listening = [...this.#streams].filter(({ scope }) => scope.types.has('task.updated'));
    for (const tenantId of new Set(listening.map(({ scope }) => scope.tenantId))) {
      this.events.listen(tenantId).catch((error: unknown) => this.settings.onError(error));
    }
  }

  #check(): void {
    const principalIds = [...new Set([...this.#streams].map(({ scope }) => scope.principalId))];
    this.credentials
      .ended(principalIds)
      .then((ended) => {
        for (const stream of this.#streams) if (ended.includes(stream.scope.principalId)) stream.end();
      })
      .catch((error: unknown) => this.settings.onError(error));
  }
}
