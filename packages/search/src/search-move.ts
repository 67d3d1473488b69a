import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SearchBlockRepository } from './search-block.repository.js';
import { HOME_KNOWN_MS, SearchDatabase, type SearchPlace } from './search-database.js';
import { SearchIndex } from './search-index.js';
import { SearchIndexRepository } from './search-index.repository.js';
import { SearchRangeRepository } from './search-range.repository.js';
import { SearchSourceRepository } from './search-source.repository.js';

/** Until then every process has the new place, and the last statement that it had begun in the old one has ended. */
const FOLLOWED_MS = HOME_KNOWN_MS + 30_000;

export type Moved = { readonly place: SearchPlace; readonly added: number };

/** Takes the search index to another database while mail comes in and is searched. */
@Injectable()
export class SearchMove {
  constructor(
    private readonly database: SearchDatabase,
    private readonly source: SearchSourceRepository,
  ) {}

  /**
   * Builds the index anew in a place beside the one that is in use, lets every process change over, adds what came
   * meanwhile (they have `followedMs` for it), and empties the old one. It may be run again wherever it was interrupted.
   *
   * @throws unavailable, invalid_request where there is no such place, conflict while another move is under way
   */
  async to(place: SearchPlace, followedMs = FOLLOWED_MS): Promise<Moved> {
    return this.database.home.whileAlone((confirm) => this.#to(place, followedMs, confirm));
  }

  async #to(place: SearchPlace, followedMs: number, confirm: () => Promise<void>): Promise<Moved> {
    if (place === 'own') await this.database.takeIn();
    const there = this.#indexAt(place);
    let added = await there.addMissing();
    await confirm();
    await this.database.settle(place);
    await sleep(followedMs);
    added += await there.addMissing();
    // Another move could have come to the old place meanwhile, and made it the one that is searched.
    await confirm();
    const old = place === 'own' ? 'main' : 'own';
    if (this.database.has(old)) await new SearchIndexRepository(this.database.at(old)).clear();
    return { place, added };
  }

  #indexAt(place: SearchPlace): SearchIndex {
    const [source, database] = [this.source, this.database.at(place)];
    const blocks = new SearchBlockRepository(database, source);
    return new SearchIndex(source, new SearchIndexRepository(database), blocks, new SearchRangeRepository(database));
  }
}
