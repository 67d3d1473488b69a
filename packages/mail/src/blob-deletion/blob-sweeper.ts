import { Injectable } from '@nestjs/common';
import { BlobStore } from '@mailroom/blobs';
import { RowSweep } from '@mailroom/database';
import { BlobDeletionRepository } from './blob-deletion.repository.js';

const BATCH = 500;

/** Gives up the blobs of deleted messages. Any number of replicas may sweep at once. */
@Injectable()
export class BlobSweeper {
  readonly #due: RowSweep;
  readonly #taken: string[] = [];

  constructor(
    private readonly deletions: BlobDeletionRepository,
    private readonly blobs: BlobStore,
  ) {
    this.#due = new RowSweep(BATCH, 'A blob that is to be deleted could not be taken.', async (limit, offset) => {
      const due = await deletions.claim(limit, offset);
      this.#taken.push(...due);
      return due.length;
    });
  }

  /** Gives up one batch of those that are due; returns true if there may be more. */
  async sweep(onError: (error: unknown) => void): Promise<boolean> {
    const more = await this.#due.step(onError);
    const due = this.#taken.splice(0);
    if (due.length === 0) return more;
    // A snapshot that began after the claim puts all of them off, or nobody would come back for what its rows may name.
    let isAnyNeeded = false;
    const given = await this.blobs.delete(due, async (prefix) => {
      const { held, isNeeded } = await this.deletions.findHolders(prefix);
      isAnyNeeded ||= isNeeded;
      return held || isNeeded;
    });
    const done = isAnyNeeded ? [] : given;
    await this.deletions.finish(done);
    const finished = new Set(done);
    await this.deletions.postpone(due.filter((blob) => !finished.has(blob)));
    return more;
  }
}
