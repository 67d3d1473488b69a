import { openBlobStore, type BlobStore } from '@mailroom/blobs';
import { StartedParts } from '@mailroom/concurrency';
import { CopySession, migrate, Snapshot } from '@mailroom/database';
import { startEmbeddedPostgres } from '@mailroom/embedded-postgres';
import type { InstallationConfig } from '../installation.config.js';
import type { Row } from '../ops/print.js';
import { BackupError } from './backup-error.js';
import { BlobRelocation } from './blobs.js';
import { mark, refuseMarked, refuseMissing } from './installation-mark.js';
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
  await refuseMissing(dataDirectory);
  const postgres = await startEmbeddedPostgres({ dataDirectory });
  const parts = new StartedParts();
  parts.add(() => postgres.stop());
  try {
    await migrate(postgres.url);
    const ends = {
      snapshot: parts.open(await Snapshot.open(postgres.url)),
      source: parts.open(await CopySession.open(postgres.url)),
      target: parts.open(await CopySession.open(to.databaseUrl)),
      from: parts.open(await openBlobStore(config.blobStoreUrl)),
      to: parts.open(await openBlobStore(to.blobStoreUrl)),
    };
    const record = await copyEverything(ends, to.databaseUrl);
    const rows = await verify(ends);
    await mark(dataDirectory, 'moved');
    await record.drop();
    return rows;
  } finally {
    await parts.close();
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
