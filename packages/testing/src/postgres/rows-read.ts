import { Database, statement } from '@mailroom/database';

const flush = statement('rows-read-flush', 'select pg_stat_force_next_flush()');
const read = statement(
  'rows-read',
  `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::float8 as rows from pg_stat_user_tables`,
);
const fill = (name: string, text: string) => statement(`skew-${name}`, text);

/**
 * A database in which statements are planned without knowing their values, as long-lived processes come to plan them, and
 * which says how many rows some work has read.
 */
export class RowsRead {
  /** It has one connection, so that what was counted can be asked. */
  readonly database: Database;

  constructor(url: string) {
    const planned = new URL(url);
    planned.searchParams.set('options', '-c plan_cache_mode=force_generic_plan');
    this.database = new Database({ url: planned.href, poolSize: 1 });
  }

  /** How many rows of tables the statements of the work read, whatever they returned. */
  async by(work: () => Promise<unknown>): Promise<number> {
    const before = await this.#total();
    await work();
    return (await this.#total()) - before;
  }

  /**
   * Fills a mailbox with emails of one Message-ID whose tasks are all handled, and another with as many that differ: what
   * the averages say of them is true of neither.
   */
  async skew(mailboxId: number, otherId: number, count: number): Promise<void> {
    const insert = `with e as (
        insert into email (mailbox_id, direction, status, unread, raw_id, subject, message_id, thread_id, ready_at)
        select $1, 0, 'received', true, gen_random_uuid(), 'email ' || n,
          case when $2 then '<same@skew.test>' else '<' || n || '@skew.test>' end,
          case when $2 then 'same' else 'thread ' || n end, now()
        from generate_series(1, $3::int) n order by n returning id)
      insert into email_task (email_id, mailbox_id, seq, ready, status, handled_at)
      select id, $1, id, true, 'handled', now() from e`;
    await this.database.query(fill('same', insert), [mailboxId, true, count]);
    await this.database.query(fill('others', insert), [otherId, false, count]);
    await this.database.query(fill('analyze', 'analyze'));
  }

  async #total(): Promise<number> {
    await this.database.query(flush);
    const [row] = await this.database.query<{ rows: number }>(read);
    return row?.rows ?? 0;
  }
}
