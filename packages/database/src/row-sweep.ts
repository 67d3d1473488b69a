import { inHalves } from './each-alone.js';

/** Works on the next `limit` rows behind the first `offset` in one statement; resolves to how many there were. */
type WorkOnRows = (limit: number, offset: number) => Promise<number>;

/**
 * Works through rows that stay in an order until their work is done, in batches. A statement that fails for one row fails
 * for all that are in it; so a batch that fails is done in halves, down to the row for which it fails. That row is told of
 * and passed over until the next round, and holds up no other.
 */
export class RowSweep {
  /** Rows at the beginning that this round left behind. */
  #passed = 0;

  /** @param failure what the error says of a row for which the work fails */
  constructor(
    private readonly batch: number,
    private readonly failure: string,
    private readonly work: WorkOnRows,
  ) {}

  /** Does one batch; true where there may be more. @throws what failed where a store is away */
  async step(onError: (error: unknown) => void): Promise<boolean> {
    let [done, failed] = [0, 0];
    const isWhole = await inHalves(
      this.batch,
      async (limit) => {
        done += await this.work(limit, this.#passed + failed);
      },
      (_, cause) => {
        failed += 1;
        onError(new Error(this.failure, { cause }));
      },
    );
    const isEnd = isWhole && done + failed < this.batch;
    this.#passed = isEnd ? 0 : this.#passed + failed;
    return !isEnd && done > 0;
  }
}
