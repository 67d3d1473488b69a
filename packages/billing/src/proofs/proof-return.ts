import type { Database } from '@mailroom/database';
import { PaymentProofRepository } from './payment-proof.repository.js';

/** Few enough that no statement holds its locks for long. */
const BATCH = 500;

/** Gives the credits of proofs back that nobody used. Any number of processes may do it at once. */
export class ProofReturn {
  readonly #proofs: PaymentProofRepository;

  constructor(database: Database) {
    this.#proofs = new PaymentProofRepository(database);
  }

  /** Returns one batch; true where there may be more. */
  async step(): Promise<boolean> {
    return (await this.#proofs.giveBack(BATCH)) === BATCH;
  }
}
