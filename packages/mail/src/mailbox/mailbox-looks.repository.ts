import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@mailroom/database';
import { lookOf } from '@mailroom/message';

const BATCH = 1_000;
/** Only one process at a time fills in looks: no other must assign the same ones meanwhile. */
const LOCK = 7_270_011;

type Row = { id: number; address: string; domain: string };

/** The `name` of `name@domain`, unquoted as far as looks are concerned. */
export function localPartOf(address: string): string {
  return address.slice(0, address.lastIndexOf('@')).replace(/^"|"$/g, '');
}

/** Computes the looks of addresses that are older than looks. */
@Injectable()
export class MailboxLooks {
  constructor(private readonly database: Database) {}

  /** If two mailboxes look the same, the older one keeps the look, and the other stays as it is. */
  async fill(): Promise<void> {
    while ((await this.database.transaction((tx) => this.#fillSome(tx))) === BATCH);
  }

  async #fillSome(tx: Tx): Promise<number> {
    await tx.$executeRaw`select pg_advisory_xact_lock(${LOCK}::bigint)`;
    const rows = await tx.$queryRaw<Row[]>`
      select id, address, domain from mailbox where look is null order by id limit ${BATCH} for update`;
    const looks = rows.map(({ id, address, domain }) => ({ id, domain, look: lookOf(localPartOf(address)) }));
    await tx.$executeRaw`
      update mailbox m set look = case when n.rank > 1 or exists (
        select from mailbox o where o.domain = n.domain and o.look = n.look and o.look <> '') then '' else n.look end
      from (select *, row_number() over (partition by domain, look order by id) as rank
        from json_to_recordset(${JSON.stringify(looks)}::json) as l (id int, domain text, look text)) n
      where m.id = n.id`;
    return rows.length;
  }
}
