import { eachAlone, isStoreAway, type Database } from '@mailroom/database';
import { PaymentProofRepository } from './payment-proof.repository.js';

/** Few enough that no statement holds its locks for long. */
const BATCH = 500;

/** Gives the credits of proofs back that nobody used. Any number of processes may do it at once. */
export class ProofReturn {
  readonly #proofs: PaymentProofRepository;
  /** The last proof of this walk through them one by one. */
  #after = '';

  constructor(database: Database) {
    this.#proofs = new PaymentProofRepository(database);
  }

  /** Returns one batch; true where there may be more. A proof that can't be returned is told of and holds up no other. */
  async step(onError: (error: unknown) => void): Promise<boolean> {
    try {
      return (await this.#proofs.giveBack(BATCH)) === BATCH;
    } catch (cause) {
      if (isStoreAway(cause)) throw cause;
      return this.#oneByOne(onError);
    }
  }

  /** One account that lacks what a proof of it holds fails the statement for all. */
  async #oneByOne(onError: (error: unknown) => void): Promise<boolean> {
    const due = await this.#proofs.due(this.#after, BATCH);
    const more = due.length === BATCH;
    this.#after = more ? (due.at(-1) ?? '') : '';
    const tell = (nonce: string, cause: unknown) =>
      onError(new Error(`The credits of proof ${nonce} could not be given back.`, { cause }));
    await eachAlone(due, (nonce) => this.#proofs.giveBackOne(nonce), tell);
    return more;
  }
}
