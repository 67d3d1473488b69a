import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { listPage, pageOf, pageParameters, type Query as QueryString } from '@mailroom/http';
import type { OperatorCall } from '@mailroom/identity';
import { PoisonedEventRepository } from '@mailroom/messaging';
import { cursorPageOf, one, Operation } from '@mailroom/openapi';
import { Operator } from '../auth/operator.guard.js';
import { SeenDto } from '../reason.dto.js';
import { PoisonDecisions } from './poison-decisions.js';
import { decidedEventResource, poisonEventResource, poisonEventView } from './poison-event.js';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const cursorForm = new RegExp(`^(\\d{1,18})\\.(${uuid})\\.([\\w-]{1,100})$`);
const idForm = new RegExp(`^${uuid}$`, 'i');

@Controller('poison-events')
export class PoisonEventsController {
  constructor(
    private readonly events: PoisonedEventRepository,
    private readonly decisions: PoisonDecisions,
  ) {}

  @Get()
  @Operation({
    summary: 'Events that were set aside, the newest first',
    answer: cursorPageOf(poisonEventResource),
    query: pageParameters,
  })
  async listPoisonEvents(@Query() parameters: QueryString) {
    const { limit, cursor } = listPage(parameters, cursorForm);
    const found = await this.events.list({ cursor: placeOf(cursor), limit: limit + 1 });
    const cursorOf = (last: (typeof items)[number]) => `${last.version}.${last.eventId}.${last.consumer}`;
    const items = found.map(poisonEventView);
    return pageOf(items, limit, cursorOf);
  }

  @Post(':consumer/:eventId/retry')
  @Operation({ summary: 'Deliver an event again that was set aside', answer: one(decidedEventResource) })
  async retryPoisonEvent(
    @Operator() by: OperatorCall,
    @Param('consumer') consumer: string,
    @Param('eventId') eventId: string,
    @Body() seen: SeenDto,
  ) {
    return this.#decide('retried', { consumer, eventId }, { by, ...seen });
  }

  @Post(':consumer/:eventId/discard')
  @Operation({ summary: 'Give an event up that was set aside', answer: one(decidedEventResource) })
  async discardPoisonEvent(
    @Operator() by: OperatorCall,
    @Param('consumer') consumer: string,
    @Param('eventId') eventId: string,
    @Body() seen: SeenDto,
  ) {
    return this.#decide('discarded', { consumer, eventId }, { by, ...seen });
  }

  async #decide(
    outcome: 'retried' | 'discarded',
    event: { readonly consumer: string; readonly eventId: string },
    decision: { readonly by: OperatorCall } & SeenDto,
  ) {
    if (!idForm.test(event.eventId)) throw new DomainError('not_found', 'There is no such event.');
    await this.decisions.decide(outcome, event, decision);
    return { ...event, outcome };
  }
}

function placeOf(cursor: string | undefined) {
  const [, version, eventId, consumer] = cursorForm.exec(cursor ?? '') ?? [];
  if (version === undefined || eventId === undefined || consumer === undefined) return undefined;
  return { version, eventId, consumer };
}
