import type { Readable } from 'node:stream';
import { counters, histograms } from '@mailroom/observability';
import { BlobStore, type Announce, type IsHeld } from './blob-store.js';

const operations = ['put', 'get', 'stream', 'delete'] as const;
type Operation = (typeof operations)[number];

const durations = histograms('mailroom_blob_seconds', 'operations of the blob store', 'operation', operations);
const failures = counters('mailroom_blob_failures_total', 'operations that failed', 'operation', operations);

async function measured<Result>(operation: Operation, run: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  try {
    return await run();
  } catch (error) {
    failures[operation].inc();
    throw error;
  } finally {
    durations[operation].observe((performance.now() - begun) / 1_000);
  }
}

/**
 * Wraps another store and measures how long its operations take; a stream's time ends when its first bytes can be read.
 */
export class MeasuredBlobStore extends BlobStore {
  constructor(private readonly store: BlobStore) {
    super();
  }

  override putAll(contents: readonly Buffer[], announce?: Announce): Promise<string[]> {
    return measured('put', () => this.store.putAll(contents, announce));
  }

  override get(locator: string): Promise<Buffer> {
    return measured('get', () => this.store.get(locator));
  }

  override stream(locator: string): Promise<Readable> {
    return measured('stream', () => this.store.stream(locator));
  }

  override delete(locators: readonly string[], isHeld: IsHeld): Promise<string[]> {
    return measured('delete', () => this.store.delete(locators, isHeld));
  }

  override close(): Promise<void> {
    return this.store.close();
  }
}
