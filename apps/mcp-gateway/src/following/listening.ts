import { Injectable } from '@nestjs/common';
import type { ServerEventBus } from '@modelcontextprotocol/server';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { FollowedResources } from './followed-resources.js';
import { Followers } from './followers.js';
import type { Follower } from './follower.js';

/** The number of resources that one request may follow. */
const MAX_RESOURCES = 100;

type ListenRequest = {
  readonly method?: unknown;
  readonly params?: { readonly notifications?: { readonly resourceSubscriptions?: unknown } };
};

/** What a request hears, until somebody closes it. */
export type HeardSource = { readonly bus: ServerEventBus; close(): void };

/** A request of the revisions of 2026 that follows resources for as long as it is answered (`subscriptions/listen`). */
@Injectable()
export class Listening {
  constructor(
    private readonly followers: Followers,
    private readonly resources: FollowedResources,
  ) {}

  /**
   * The source of what such a request hears; null for any other request. `end` is called when its credential ends.
   * @throws insufficient_scope, rate_limited, unavailable; a ResourceNotFoundError
   */
  async sourceOf(caller: Principal, body: unknown, end: () => void): Promise<HeardSource | null> {
    const uris = urisOf(body);
    if (uris === null) return null;
    if (uris.length > MAX_RESOURCES)
      throw new DomainError('invalid_request', `At most ${MAX_RESOURCES} resources can be followed at once.`);
    const resources = await Promise.all([...new Set(uris)].map((uri) => this.resources.require(caller, uri)));
    let hear: ((uri: string) => void) | undefined;
    const follower: Follower = {
      principalId: caller.id,
      tenantId: caller.tenantId,
      sessionId: null,
      resources,
      tell: (uri) => hear?.(uri),
      beat: () => undefined,
      end,
    };
    await this.followers.add(follower);
    const close = () => this.followers.remove(follower);
    const subscribe: ServerEventBus['subscribe'] = (listener) => {
      hear = (uri) => listener({ kind: 'resource_updated', uri });
      return close;
    };
    return { bus: { publish: () => undefined, subscribe }, close };
  }
}

function urisOf(body: unknown): string[] | null {
  if (typeof body !== 'object' || body === null) return null;
  const { method, params } = body as ListenRequest;
  const uris = params?.notifications?.resourceSubscriptions;
  if (method !== 'subscriptions/listen' || !Array.isArray(uris) || uris.length === 0) return null;
  return uris.filter((uri) => typeof uri === 'string');
}
