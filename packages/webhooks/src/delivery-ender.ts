import type { Database } from '@mailroom/database';
import { DeliveryRepository } from './delivery.repository.js';

/** Few enough that no statement holds its locks for long. */
const BATCH = 2_000;

/** Ends deliveries to endpoints that were disabled or deleted. Any number of processes may do it at once. */
export class DeliveryEnder {
  readonly #deliveries: DeliveryRepository;

  constructor(database: Database) {
    this.#deliveries = new DeliveryRepository(database);
  }

  /** Ends one batch; true where there may be more. */
  async endDisabled(): Promise<boolean> {
    return (await this.#deliveries.endDisabled(BATCH)) === BATCH;
  }
}
