import { Injectable } from '@nestjs/common';
import { BlobStore } from '@mailroom/blobs';
import { BlobDeletionRepository } from './blob-deletion.repository.js';

const BATCH = 500;

/** Gives up the blobs of deleted messages. Any number of replicas may sweep at once. */
@Injectable()
export class BlobSweeper {
  constructor(
    private readonly deletions: BlobDeletionRepository,
    private readonly blobs: BlobStore,
  ) {}

  /** One batch of those that are due; true where there may be more. */
  async sweep(): Promise<boolean> {
    const due = await this.deletions.claim(BATCH);
    if (due.length === 0) return false;
    const done = await this.blobs.delete(due, (prefix) => this.deletions.isHeld(prefix));
    await this.deletions.finish(done);
    const finished = new Set(done);
    await this.deletions.postpone(due.filter((blob) => !finished.has(blob)));
    return due.length === BATCH;
  }
}
