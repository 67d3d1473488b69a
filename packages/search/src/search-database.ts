import type { Database, SqlTx, Statement } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { SearchHomeRepository } from './search-home.repository.js';

/** The database of the mail, or the one that is for the index alone. */
export type SearchPlace = 'main' | 'own';

const NAMED = 'the database that SEARCH_DATABASE_URL names';

/** A process may go on for so long with the place that it knows. */
export const HOME_KNOWN_MS = 2_000;

/**
 * The database in which the search index is. It is that of the mail, or one of its own (`SEARCH_DATABASE_URL`), as the
 * database of the mail says: the index moves while everything runs (docs/adr/0079-a-database-for-search.md).
 */
export class SearchDatabase {
  readonly #home: SearchHomeRepository;
  #known: { readonly database: Promise<Database>; readonly until: number } | undefined;
  #claimed = false;

  /** `own` is null where there is no other database. A place that is given holds, whatever the database of the mail says. */
  constructor(
    private readonly main: Database,
    private readonly own: Database | null = null,
    private readonly given?: SearchPlace,
  ) {
    this.#home = new SearchHomeRepository(main);
  }

  /** What the database of the mail knows of the index. */
  get home(): SearchHomeRepository {
    return this.#home;
  }

  /** The same databases, of which one place is used alone. */
  at(place: SearchPlace): SearchDatabase {
    return new SearchDatabase(this.main, this.own, place);
  }

  /** Whether there is such a place. */
  has(place: SearchPlace): boolean {
    return place === 'main' || this.own !== null;
  }

  async query<Row extends object>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#current()).query<Row>(statement, values);
  }

  async sqlTransaction<T>(work: (tx: SqlTx) => Promise<T>): Promise<T> {
    return (await this.#current()).sqlTransaction(work);
  }

  /** Asks each of the databases, for what must be true wherever the index is or will be. */
  async queryAll(statement: Statement, values: readonly unknown[]): Promise<void> {
    await this.main.query(statement, values);
    if (!this.own) return;
    await this.takeIn();
    await this.own.query(statement, values);
  }

  /** @throws unavailable where the index is in a database that nobody named */
  async place(): Promise<SearchPlace> {
    const { place } = await this.#home.find();
    if (place === null) return 'main';
    if (this.own && place === (await identityOf(this.own))) return 'own';
    throw new DomainError('unavailable', `The search index is not in ${NAMED}.`);
  }

  /**
   * Makes the other database that of this mail, and returns its identity. Two installations in one index would each take the
   * other's emails for its own.
   *
   * @throws unavailable where it is that of other mail, invalid_request where there is none
   */
  async takeIn(): Promise<string> {
    const other = new SearchHomeRepository(this.#at('own'));
    const identity = await other.takeIn((await this.#home.find()).own);
    if (identity === undefined) throw new DomainError('unavailable', `The search index of other mail is in ${NAMED}.`);
    return identity;
  }

  /** Every process follows within `HOME_KNOWN_MS`, once the statements that it has begun have ended. */
  async settle(place: SearchPlace): Promise<void> {
    await this.#home.settle(place === 'main' ? null : await this.takeIn());
    this.#known = undefined;
  }

  async #current(): Promise<Database> {
    if (this.given) return this.#at(this.given);
    const now = performance.now();
    if (this.#known && now < this.#known.until) return this.#known.database;
    const known = { database: this.#look(), until: now + HOME_KNOWN_MS };
    this.#known = known;
    known.database.catch(() => {
      if (this.#known === known) this.#known = undefined;
    });
    return known.database;
  }

  async #look(): Promise<Database> {
    if (this.own && !this.#claimed) {
      // Whoever searches what is here needs no other database, which may be away.
      if (await this.#home.isUnsettled()) await this.#home.claim(await this.takeIn());
      this.#claimed = true;
    }
    return this.#at(await this.place());
  }

  #at(place: SearchPlace): Database {
    if (place === 'main') return this.main;
    if (this.own) return this.own;
    throw new DomainError('invalid_request', 'SEARCH_DATABASE_URL must name the database for the search index.');
  }
}

const identityOf = async (database: Database) => (await new SearchHomeRepository(database).find()).own;
