import { Injectable } from '@nestjs/common';
import { Database, isOfBatch, SNAPSHOT_RUNS, statement, upkeepStatement, type Tx } from '@mailroom/database';

/** A sweeper that is lost leaves its blobs to the next one for so long. */
const LEASE_SECONDS = 600;
const RETRY_SECONDS = 1_800;

const claim = upkeepStatement(
  'blob-deletion-claim',
  `with due as (
     select ctid, blob from blob_deletion where due_at <= now() and not ${SNAPSHOT_RUNS}
     order by due_at limit $1 offset $2 for update skip locked)
   update blob_deletion set due_at = now() + make_interval(secs => ${LEASE_SECONDS})
   where ${isOfBatch('due', 'blob')} returning blob`,
);

const finish = statement('blob-deletion-finish', `delete from blob_deletion where blob = any ($1::text[])`);

const postpone = statement(
  'blob-deletion-postpone',
  `update blob_deletion set due_at = now() + make_interval(secs => ${RETRY_SECONDS}) where blob = any ($1::text[])`,
);

/** Everything between a prefix and the last string that begins with it, in the byte order of the index. */
const findHolders = statement(
  'blob-held',
  `select ${SNAPSHOT_RUNS} as "isNeeded",
     exists (select from raw_message where blob is not null and blob ~>=~ $1 and blob ~<~ $2) as held`,
);

type Holders = { readonly held: boolean; readonly isNeeded: boolean };

/** Blobs whose rows are gone: a crash between the row and its blob leaves the blob here, and nothing is forgotten. */
@Injectable()
export class BlobDeletionRepository {
  constructor(private readonly database: Database) {}

  /** Runs in the transaction that deletes the rows. */
  async insert(tx: Tx, blobs: readonly string[]): Promise<void> {
    await tx.$executeRaw`insert into blob_deletion (blob) select unnest(${blobs}::text[]) on conflict do nothing`;
  }

  /** Takes some of those that are due, behind the first `offset`; none while a snapshot is read: its rows may name them. */
  async claim(limit: number, offset = 0): Promise<string[]> {
    return (await this.database.tryQuery<{ blob: string }>(claim, [limit, offset])).map(({ blob }) => blob);
  }

  async finish(blobs: readonly string[]): Promise<void> {
    await this.database.query(finish, [blobs]);
  }

  async postpone(blobs: readonly string[]): Promise<void> {
    await this.database.query(postpone, [blobs]);
  }

  /** Whether a raw message holds a blob whose locator begins so, or a snapshot may (`isNeeded`). */
  async findHolders(prefix: string): Promise<Holders> {
    const next = String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
    const [row] = await this.database.query<Holders>(findHolders, [prefix, prefix.slice(0, -1) + next]);
    return row ?? { held: true, isNeeded: true };
  }
}
