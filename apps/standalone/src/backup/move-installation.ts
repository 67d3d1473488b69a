import { openBlobStore, type BlobStore } from '@mailroom/blobs';
import { CopySession, migrate, Snapshot } from '@mailroom/database';
import { startEmbeddedPostgres } from '@mailroom/embedded-postgres';
import type { InstallationConfig } from '../installation.config.js';
import type { Row } from '../ops/print.js';
import { BackupError } from './backup-error.js';
import { BlobRelocation } from './blobs.js';
import { mark, refuseMarked } from './installation-mark.js';
import { MoveRecord } from './move-record.js';

export type MoveTarget = { readonly databaseUrl: string; readonly blobStoreUrl: string };

type Ends = {
  readonly snapshot: Snapshot;
  readonly source: CopySession;
  readonly target: CopySession;
  readonly from: BlobStore;
  readonly to: BlobStore;
};

const PAGE = 500;
/** A locator ends with the length and the hash of its content, which are the same in every store. */
const SHOWN = { blob: `split_part(blob, ':', 4) || split_part(blob, ':', 5)` };

/**
 * Takes an installation that is stopped from its embedded database to another Postgres and another blob store. What is
 * complete is recorded there, so that it goes on where it was interrupted. The source is only read, and marked at the end.
 */
export async function moveInstallation(config: InstallationConfig, to: MoveTarget): Promise<Row[]> {
  const { dataDirectory } = config;
  await refuseMarked(dataDirectory);
  const postgres = await startEmbeddedPostgres({ dataDirectory });
  const closing: (() => Promise<unknown>)[] = [() => postgres.stop()];
  const opened = <T extends { close(): Promise<unknown> }>(part: T): T => {
    closing.push(() => part.close());
    return part;
  };
  try {
    await migrate(postgres.url);
    const ends = {
      snapshot: opened(await Snapshot.open(postgres.url)),
      source: opened(await CopySession.open(postgres.url)),
      target: opened(await CopySession.open(to.databaseUrl)),
      from: opened(await openBlobStore(config.blobStoreUrl)),
      to: opened(await openBlobStore(to.blobStoreUrl)),
    };
    const record = await copyEverything(ends, to.databaseUrl);
    const rows = await verify(ends);
    await mark(dataDirectory, 'moved');
    await record.drop();
    return rows;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function copyEverything({ snapshot, source, target, from, to }: Ends, url: string): Promise<MoveRecord> {
  const [system] = await source.run<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  const id = system?.id ?? '';
  const record = await MoveRecord.open(target, url, id);
  for (const table of snapshot.contents.tables) await record.copy(snapshot, table, id);
  await target.setSequences(snapshot);
  const relocation = new BlobRelocation(to, async (old, locators) => {
    // Read back, and checked against their hashes.
    for (const locator of locators) await to.get(locator);
    return record.relocate(old, locators);
  });
  for (;;) {
    const blobs = await record.nextBlobs(PAGE);
    if (blobs.length === 0) break;
    for (const locator of blobs) await relocation.add({ locator, content: await from.get(locator) });
    await relocation.flush();
  }
  await target.run('analyze');
  return record;
}

/** Compares the numbers of rows and the sums over them. @throws BackupError */
async function verify({ snapshot, source, target }: Ends): Promise<Row[]> {
  const rows: Row[] = [];
  for (const table of snapshot.contents.tables) {
    const [there, here] = [await target.sum(table, SHOWN), await source.sum(table, SHOWN)];
    if (there.rows !== here.rows || there.sum !== here.sum) {
      throw new BackupError(
        `The table ${table.name} is not the same there (${there.rows} rows, here ${here.rows}): empty the database that you move to, and begin again.`,
      );
    }
    rows.push({ table: table.name, rows: here.rows, verified: true });
  }
  return rows;
}
