import { RowSweep, type Database } from '@mailroom/database';
import { DeliveryRepository } from './delivery.repository.js';

/** Few enough that no statement holds its locks for long. */
const BATCH = 2_000;

/** Ends deliveries to endpoints that were disabled or deleted. Any number of processes may do it at once. */
export class DeliveryEnder {
  readonly #disabled: RowSweep;

  constructor(database: Database) {
    const deliveries = new DeliveryRepository(database);
    this.#disabled = new RowSweep(BATCH, 'A delivery to a disabled endpoint could not be ended.', (limit, offset) => {
      return deliveries.endDisabled(limit, offset);
    });
  }

  /** Ends one batch; true where there may be more. */
  async endDisabled(onError: (error: unknown) => void): Promise<boolean> {
    return this.#disabled.step(onError);
  }
}
