import { Injectable } from '@nestjs/common';
import { KeyedCommitters } from '@mailroom/concurrency';
import { ClaimTurnRepository } from './claim-turn.repository.js';
import { MAX_TURN } from './first-tasks.repository.js';
import { textOf, type TurnFilter, type TurnRequest, type TurnResult } from './claim-turn.js';
import { inWaves } from './waves.js';

/** So few emails are read with their bodies in one turn. */
const MAX_BODIES = 16;

const weightOf = ({ part, limit }: TurnRequest): number => (part === 'full' ? MAX_TURN / MAX_BODIES : 1) * limit;

/**
 * Lets those who ask a mailbox for the same tasks take turns together: what is asked for while a turn is under way
 * forms the next one, so that eight workers cost the database little more than one. A turn is one statement, so each
 * task has one holder, whichever replica asks.
 */
@Injectable()
export class ClaimTurns {
  readonly #turns = new KeyedCommitters<TurnRequest, TurnResult>({ maxGroup: MAX_TURN, weightOf });

  constructor(private readonly claims: ClaimTurnRepository) {}

  async take(mailboxId: number, filter: TurnFilter, request: TurnRequest): Promise<TurnResult> {
    return this.#turns.submit(`${mailboxId},${textOf(filter)}`, request, (requests) =>
      inWaves(requests, endingOf, (wave) => this.claims.take(mailboxId, filter, wave)),
    );
  }
}

const endingOf = ({ completion }: TurnRequest): number[] => (completion ? [completion.emailId] : []);
