import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { MailboxAccess } from '@mailroom/mail';
import type { FastifyReply } from 'fastify';
import { Operation } from '../openapi/api-operation.js';
import { EventStreams } from './event-streams.js';
import { streamEventTypes } from './stream-event.js';

const parameters = {
  accountId: { type: 'integer', description: 'mailbox id; a manager token without it follows all mailboxes' },
  types: { type: 'string', description: `comma-separated, default all: ${streamEventTypes.join(', ')}` },
  lastEventId: { type: 'string', description: 'for clients that cannot send Last-Event-ID' },
} as const;

@Controller('events')
export class EventsController {
  constructor(
    private readonly streams: EventStreams,
    private readonly access: MailboxAccess,
  ) {}

  @Get()
  @Needs('read')
  @Operation({ summary: 'Follow what happens, as server-sent events', data: '', query: parameters })
  async streamEvents(
    @Caller() caller: Principal,
    @Query() asked: QueryString,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const types = typesOf(query.text(asked, 'types'));
    const mailboxId = await this.#mailboxId(caller, query.accountId(asked));
    const { tokenId, tenantId } = caller;
    await this.streams.open(
      { tokenId, tenantId, mailboxId, types },
      lastEventId || query.text(asked, 'lastEventId'),
      reply,
    );
  }

  /** Null for all mailboxes of a manager's tenant. */
  async #mailboxId(caller: Principal, accountId: number | undefined): Promise<number | null> {
    if (caller.level === 'manager' && accountId === undefined) return null;
    return (await this.access.require(caller, accountId)).id;
  }
}

function typesOf(text: string | undefined): ReadonlySet<string> {
  if (text === undefined) return new Set(streamEventTypes);
  const types = text.split(',').map((type) => type.trim());
  const wrong = types.find((type) => !streamEventTypes.some((known) => known === type));
  if (wrong === undefined) return new Set(types);
  const message = `must list event types: ${streamEventTypes.join(', ')}`;
  throw new DomainError('invalid_request', `The parameter "types" ${message}.`, {
    fields: [{ field: 'types', message }],
  });
}
