import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { answerEventHead } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { FollowedResourceRepository, resumeFrom } from '@mailroom/messaging';
import type { FastifyReply } from 'fastify';
import { McpSettings } from '../mcp-settings.js';
import { FollowedResources } from './followed-resources.js';
import { Followers } from './followers.js';
import { SessionStream } from './session-stream.js';

/** What a session can do beyond calls, which need none: follow resources, and hear of them on a stream. */
@Injectable()
export class Sessions {
  constructor(
    private readonly followers: Followers,
    private readonly resources: FollowedResources,
    private readonly followed: FollowedResourceRepository,
    private readonly settings: McpSettings,
  ) {}

  /** @throws insufficient_scope, quota_exceeded; a ResourceNotFoundError */
  async follow(caller: Principal, sessionId: string, uri: string): Promise<void> {
    const resource = await this.resources.require(caller, uri);
    if (await this.followed.follow({ principalId: caller.id, sessionId }, resource)) return;
    throw new DomainError('quota_exceeded', 'The session follows as many resources as it may.', {
      fix: 'Unsubscribe from some, or follow the inbox instead of its emails.',
    });
  }

  async unfollow({ id: principalId }: Principal, sessionId: string, uri: string): Promise<void> {
    await this.followed.unfollow({ principalId, sessionId }, uri);
  }

  /** Holds a client's stream open until it goes away. @throws rate_limited, unavailable, invalid_request */
  async openStream(
    { id: principalId, tenantId }: Principal,
    sessionId: string,
    { reply, lastEventId }: { readonly reply: FastifyReply; readonly lastEventId: string | undefined },
  ): Promise<void> {
    if (lastEventId !== undefined) resumeFrom(lastEventId, Number.MAX_SAFE_INTEGER);
    if (reply.request.method === 'HEAD') return answerEventHead(reply);
    const session = { principalId, tenantId, sessionId };
    const stream = new SessionStream(session, reply.raw);
    reply.raw.once('close', () => this.followers.remove(stream));
    const position = await this.followers.add(stream);
    if (reply.raw.destroyed) return this.followers.remove(stream);
    reply.hijack();
    stream.begin(String(reply.request.id));
    stream.beat(position);
    try {
      await this.followers.catchUp(stream, await this.followed.ofSession(session), lastEventId);
    } catch (error) {
      // The answer has begun, so the client comes back.
      if (!(error instanceof DomainError)) this.settings.onError(error);
      stream.end();
    }
  }

  /** Forgets what the session follows, and ends its stream. */
  async end({ id: principalId }: Principal, sessionId: string): Promise<void> {
    await this.followed.unfollow({ principalId, sessionId });
    this.followers.endSession(principalId, sessionId);
  }
}
