import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { isStoreAway } from '@mailroom/database';
import type { EmailPlace } from '@mailroom/mail';
import { SearchBlockRepository } from './search-block.repository.js';
import { HOME_KNOWN_MS, SearchDatabase, type SearchPlace } from './search-database.js';
import { SearchIndex } from './search-index.js';
import { SearchIndexRepository } from './search-index.repository.js';
import { SearchRangeRepository } from './search-range.repository.js';
import { SearchSourceRepository } from './search-source.repository.js';

/** Until then every process has the new place, and the last statement that it had begun in the old one has ended. */
const FOLLOWED_MS = HOME_KNOWN_MS + 30_000;

export type Moved = {
  readonly place: SearchPlace;
  readonly added: number;
  /** How many emails Postgres did not take into the new index. */
  readonly refused: number;
  /** Whether the old index was emptied. It is left where its database is away or not named. */
  readonly emptied: boolean;
};

type Filled = { readonly added: number; readonly refused: readonly Refused[] };
type Refused = { readonly email: EmailPlace; readonly error: Error };

/** Takes the search index to another database while mail comes in and is searched. */
@Injectable()
export class SearchMove {
  constructor(
    private readonly database: SearchDatabase,
    private readonly source: SearchSourceRepository,
  ) {}

  /**
   * Builds the index anew in a place beside the one that is in use, lets every process change over, adds what came
   * meanwhile (they have `followedMs` for it), and empties the old one. It may be run again wherever it was interrupted. An old
   * place that is away serves nobody, and holds nothing up.
   *
   * @throws unavailable, invalid_request where there is no such place, conflict while another move is under way, and the
   *   cause where an email is refused that the old index has
   */
  async to(place: SearchPlace, followedMs = FOLLOWED_MS): Promise<Moved> {
    return this.database.home.whileAlone((confirm) => this.#to(place, followedMs, confirm));
  }

  async #to(place: SearchPlace, followedMs: number, confirm: () => Promise<void>): Promise<Moved> {
    if (place === 'own') await this.database.takeIn();
    const old = this.#oldIndex(place);
    const first = await this.#fill(place);
    if (old) await whereThere(() => requireNoneLost(first.refused, old));
    await confirm();
    await this.database.settle(place);
    await sleep(followedMs);
    // What was refused before is tried again here.
    const { added, refused } = await this.#fill(place);
    // Another move could have come to the old place meanwhile, and made it the one that is searched.
    await confirm();
    const emptied = old ? await whereThere(() => old.clear()) : false;
    return { place, added: first.added + added, refused: refused.length, emptied };
  }

  /** The index in the other place, if it is known. */
  #oldIndex(place: SearchPlace): SearchIndexRepository | undefined {
    const old = place === 'own' ? 'main' : 'own';
    return this.database.has(old) ? new SearchIndexRepository(this.database.at(old)) : undefined;
  }

  async #fill(place: SearchPlace): Promise<Filled> {
    const refused: Refused[] = [];
    const added = await this.#indexAt(place).addMissing(0, (error, email) => void refused.push({ error, email }));
    return { added, refused };
  }

  #indexAt(place: SearchPlace): SearchIndex {
    const [source, database] = [this.source, this.database.at(place)];
    const blocks = new SearchBlockRepository(database, source);
    return new SearchIndex(source, new SearchIndexRepository(database), blocks, new SearchRangeRepository(database));
  }
}

/** Does what is to be done in a database, unless that is away; tells whether it was done. */
async function whereThere(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isStoreAway(error)) throw error;
    return false;
  }
}

/** @throws the first failure of an email that the old index has, as where every email is refused in the new place */
async function requireNoneLost(refused: readonly Refused[], old: SearchIndexRepository): Promise<void> {
  const missing = new Set((await old.missing(refused.map(({ email }) => email))).map(({ id }) => id));
  const lost = refused.find(({ email }) => !missing.has(email.id));
  if (lost) throw lost.error;
}
