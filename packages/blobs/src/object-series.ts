import type { Announce } from './blob-store.js';
import { newSegmentName, segmentLocator, WRITABLE_MS } from './segment.js';

/** S3 lists so many keys in one answer. */
const MAX_OBJECTS = 1_000;

type Series = { readonly name: string; readonly begunAt: number; objects: number };

/** Whether this is an object of a series, and not a series, or an object from before there were any. */
export const isOfSeries = (segment: string): boolean => segment.split('-').length > 2;

/**
 * Names objects of one process: those of a series begin with its name, so that they are announced together, and can be
 * listed. An announcement for each object would cost a statement for each large message.
 */
export class ObjectSeries {
  #current: Promise<Series> | undefined;

  constructor(private readonly now: () => number) {}

  /** The name of the next object. @throws what failed where its series could not be announced */
  async next(announce: Announce | undefined): Promise<string> {
    for (;;) {
      const beginning = (this.#current ??= this.#begin(announce));
      const series = await beginning;
      if (series.objects < MAX_OBJECTS && this.now() - series.begunAt < WRITABLE_MS) {
        series.objects += 1;
        return `${series.name}-${series.objects.toString(36)}`;
      }
      if (this.#current === beginning) this.#current = undefined;
    }
  }

  async #begin(announce: Announce | undefined): Promise<Series> {
    try {
      const begunAt = this.now();
      const name = newSegmentName(begunAt);
      await announce?.(await segmentLocator('s3', name));
      return { name, begunAt, objects: 0 };
    } catch (error) {
      this.#current = undefined;
      throw error;
    }
  }
}
