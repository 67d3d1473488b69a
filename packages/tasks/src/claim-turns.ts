import { Injectable } from '@nestjs/common';
import { GroupCommitter } from '@mailroom/concurrency';
import { ClaimTurnRepository } from './claim-turn.repository.js';
import type { NextClaim, TurnFilter, TurnResult } from './claim-turn.js';

/** The most that one statement ends and gives out. */
const MAX_GROUP = 16;

type Turns = GroupCommitter<NextClaim, TurnResult>;

/**
 * Lets those who ask a mailbox for the same tasks take turns together: what is asked for while a turn is under way
 * forms the next one, so that eight workers cost the database little more than one. A turn is one statement, so each
 * task has one holder, whichever replica asks.
 */
@Injectable()
export class ClaimTurns {
  readonly #turns = new Map<string, { readonly turns: Turns; waiting: number }>();

  constructor(private readonly claims: ClaimTurnRepository) {}

  async take(mailboxId: number, filter: TurnFilter, request: NextClaim): Promise<TurnResult> {
    const { oldestFirst, cursor, statuses } = filter;
    const key = [mailboxId, oldestFirst, cursor, ...[...statuses].sort()].join();
    const commit = (requests: readonly NextClaim[]) => this.#commit(mailboxId, filter, requests);
    const entry = this.#turns.get(key) ?? { turns: new GroupCommitter(commit, { maxGroup: MAX_GROUP }), waiting: 0 };
    this.#turns.set(key, entry);
    entry.waiting += 1;
    try {
      return await entry.turns.submit(request);
    } finally {
      entry.waiting -= 1;
      if (entry.waiting === 0) this.#turns.delete(key);
    }
  }

  /** Of several requests that end the same task, each comes after the one before. */
  async #commit(mailboxId: number, filter: TurnFilter, requests: readonly NextClaim[]): Promise<TurnResult[]> {
    const ids = requests.map(({ completion }) => completion?.emailId);
    const [now, later] = [[], []] as [number[], number[]];
    for (const [index, id] of ids.entries()) (id !== undefined && ids.indexOf(id) < index ? later : now).push(index);
    const results = new Map<number, TurnResult>();
    for (const group of [now, ...later.map((index) => [index])]) {
      const taken = await this.claims.take(
        mailboxId,
        filter,
        group.flatMap((index) => requests[index] ?? []),
      );
      for (const [place, index] of group.entries()) if (taken[place]) results.set(index, taken[place]);
    }
    return requests.flatMap((_, index) => results.get(index) ?? []);
  }
}
