import { statement, type Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';

type Home = { readonly own: string; readonly place: string | null };

/** Some emails from this one on were not indexed, as was noted so many times. */
export type Missed = { readonly from: number; readonly misses: number };

const create = statement('search-home-create', `insert into search_home default values on conflict do nothing`);
const find = statement('search-home', `select own, place from search_home`);
const settle = statement('search-home-settle', `update search_home set place = $1::uuid`);

const isUnsettled = statement(
  'search-home-unsettled',
  `select place is null and not exists (select from email_index) as unsettled from search_home`,
);

/** An index that holds nothing yet begins where it is to be. */
const claim = statement(
  'search-home-claim',
  `update search_home set place = $1::uuid where place is null and not exists (select from email_index)`,
);

const takeIn = statement(
  'search-home-take-in',
  `update search_home set mail = $1::uuid where coalesce(mail, $1::uuid) = $1::uuid returning own`,
);

const miss = statement(
  'search-home-miss',
  `update search_home set missed_from = least(missed_from, $1::bigint), misses = misses + 1`,
);
const findMissed = statement(
  'search-home-missed',
  `select missed_from as "from", misses from search_home where missed_from is not null`,
);
const catchUp = statement(
  'search-home-caught-up',
  `update search_home set missed_from = null where misses = $1::bigint`,
);

/** Held until the end of the transaction; whoever holds it may ask again. */
const hold = statement(
  'search-home-hold',
  `select pg_try_advisory_xact_lock(hashtextextended('search move', 0)) as held`,
);

/** What a database knows of the search index: who it is itself, and in which database the index is. */
export class SearchHomeRepository {
  constructor(private readonly database: Database) {}

  async find(): Promise<Home> {
    for (;;) {
      const [home] = await this.database.query<Home>(find);
      if (home) return home;
      await this.database.query(create);
    }
  }

  /** The index is in the database with this identity from now on; null means in the database that is asked. */
  async settle(place: string | null): Promise<void> {
    await this.database.query(settle, [place]);
  }

  /**
   * Does what only one may do at a time, and ends with its process. `confirm` fails once it is not known any more that nobody
   * else does it. @throws conflict while somebody else does it
   */
  async whileAlone<T>(work: (confirm: () => Promise<void>) => Promise<T>): Promise<T> {
    return this.database.sqlTransaction(async (tx) => {
      const confirm = async () => {
        const [lock] = await tx.query<{ held: boolean }>(hold);
        if (!lock?.held) throw new DomainError('conflict', 'The search index is being moved already.');
      };
      await confirm();
      return work(confirm);
    });
  }

  /** Whether there is nothing in the index here, and it was never said to be elsewhere. */
  async isUnsettled(): Promise<boolean> {
    await this.find();
    const [home] = await this.database.query<{ unsettled: boolean }>(isUnsettled);
    return home?.unsettled ?? false;
  }

  /** Settles there if there is nothing in the index here. */
  async claim(place: string): Promise<void> {
    await this.find();
    await this.database.query(claim, [place]);
  }

  /** Becomes that of the mail in the database with this identity; its own identity, or nothing if it is that of other mail. */
  async takeIn(mail: string): Promise<string | undefined> {
    await this.find();
    return (await this.database.query<Pick<Home, 'own'>>(takeIn, [mail]))[0]?.own;
  }

  /** This email, and perhaps others after it, are not indexed. */
  async miss(emailId: number): Promise<void> {
    await this.find();
    await this.database.query(miss, [emailId]);
  }

  async missed(): Promise<Missed | undefined> {
    return (await this.database.query<Missed>(findMissed))[0];
  }

  /** What was missed is indexed, unless more was missed since. */
  async caughtUp({ misses }: Missed): Promise<void> {
    await this.database.query(catchUp, [misses]);
  }
}
