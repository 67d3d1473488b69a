import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import { invalidParameter } from '@mailroom/errors';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { MailboxAccess } from '@mailroom/mail';
import type { FastifyReply } from 'fastify';
import { Operation } from '../openapi/api-operation.js';
import type { StreamScope } from './event-stream.js';
import { EventStreams } from './event-streams.js';
import { streamEventTypes } from './stream-event.js';

const parameters = {
  accountId: { type: 'integer', description: 'mailbox id; a manager token without it follows all mailboxes' },
  types: { type: 'string', description: `comma-separated, default all: ${streamEventTypes.join(', ')}` },
  lastEventId: {
    type: 'string',
    description:
      'for clients that cannot send Last-Event-ID; where what came after it is not kept any more, as after a day, the stream begins with the event stream.reset',
  },
} as const;

const following = {
  summary: 'Follow what happens, as server-sent events',
  description:
    'A stream that is resumed misses no event, and may report some again, with the same id in their data. ' +
    'A token has a bound on its open streams, and so have the tokens of a tenant together: one more is refused with rate_limited, until one of them is closed.',
  contentType: 'text/event-stream',
} as const;

@Controller('events')
export class EventsController {
  constructor(
    private readonly streams: EventStreams,
    private readonly access: MailboxAccess,
  ) {}

  @Get()
  @Needs('read')
  @Operation({ ...following, query: parameters })
  async streamEvents(
    @Caller() caller: Principal,
    @Query() asked: QueryString,
    @Headers('last-event-id') last: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const scope = await this.#scope(caller, asked);
    await this.streams.open(scope, last || query.text(asked, 'lastEventId'), reply);
  }

  /** One mailbox, or the whole tenant for a manager that names none. */
  async #scope(caller: Principal, asked: QueryString): Promise<StreamScope> {
    const { id: principalId, tenantId, level } = caller;
    const types = typesOf(query.text(asked, 'types'));
    const accountId = query.accountId(asked);
    if (level === 'manager' && accountId === undefined) return { principalId, tenantId, mailboxId: null, types };
    const { id } = await this.access.require(caller, accountId);
    return { principalId, tenantId, mailboxId: id, types };
  }
}

function typesOf(text: string | undefined): ReadonlySet<string> {
  if (text === undefined) return new Set(streamEventTypes);
  const types = text.split(',').map((type) => type.trim());
  const wrong = types.find((type) => !streamEventTypes.some((known) => known === type));
  if (wrong === undefined) return new Set(types);
  throw invalidParameter('types', `must list event types: ${streamEventTypes.join(', ')}`);
}
