import type { BlobStore } from '@mailroom/blobs';

/** Every locator that a snapshot names. `blob_deletion` has others: those that no row holds any more. */
export const BLOBS = 'select distinct blob from raw_message where blob is not null';
export const BLOB_COUNT = 'select count(distinct blob)::text from raw_message';

/** Lets the rows that hold the old locators point to the new ones; returns for how many there were any. */
export type Relocate = (old: readonly string[], locators: readonly string[]) => Promise<number>;

export type OldBlob = { readonly locator: string; readonly content: Buffer };

const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH = 500;

/** Stores contents anew and lets the rows that held them point there. */
export class BlobRelocation {
  #batch: OldBlob[] = [];
  #bytes = 0;
  /** How many contents have a row that points to them now. */
  relocated = 0;

  constructor(
    private readonly store: BlobStore,
    private readonly relocate: Relocate,
  ) {}

  async add(blob: OldBlob): Promise<void> {
    this.#batch.push(blob);
    this.#bytes += blob.content.length;
    if (this.#bytes >= BATCH_BYTES || this.#batch.length >= BATCH) await this.flush();
  }

  /** Interrupted before the rows are changed, it leaves contents that nobody names. */
  async flush(): Promise<void> {
    const batch = this.#batch;
    [this.#batch, this.#bytes] = [[], 0];
    if (batch.length === 0) return;
    const locators = await this.store.putAll(batch.map(({ content }) => content));
    this.relocated += await this.relocate(
      batch.map(({ locator }) => locator),
      locators,
    );
  }
}
