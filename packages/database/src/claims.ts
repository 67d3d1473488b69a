import { isStoreAway } from './connection-failure.js';
import { togetherOrInParts } from './each-alone.js';

/** A row that was refused is tried again after so long. */
const AGAIN_MS = 60_000;
const MAX_REFUSED = 10_000;

/** What a claim tells: the rows, or their places, and what else there is to say. */
type Told<Row> = { readonly due: readonly Row[] };

/** How rows are claimed in parts. These statements run by `tryQuery`, as the one that failed did: otherwise they may find its locks. */
type Parts<Place, Looked extends Told<Place>, Row> = {
  /** Looks for what would be claimed, and claims nothing. */
  readonly look: () => Promise<Looked>;
  /** Claims those of these that are still due. */
  readonly claim: (some: readonly Place[]) => Promise<readonly Row[]>;
  readonly onError: (error: unknown) => void;
};

/**
 * The claims that one process makes in one table. A statement that fails for one row fails for all that are in it, and every
 * claim begins with what has been due for longest: one row that Postgres refuses to change would hold up all others for
 * ever. So where a claim fails, what it would have taken is claimed in halves, down to the rows for which it fails. Those
 * are told of, and the next claims pass over them for a while.
 */
export class Claims<Place extends { readonly id: number | string }> {
  readonly #refused = new Map<Place['id'], number>();

  /** @param failure what the error says of a row that can't be claimed */
  constructor(private readonly failure: (place: Place) => string) {}

  /** The ids of the rows that a claim passes over. */
  passed(): Place['id'][] {
    const now = Date.now();
    for (const [id, until] of this.#refused) {
      if (until > now) break;
      this.#refused.delete(id);
    }
    return [...this.#refused.keys()];
  }

  /** Claims `together`, and in parts where that fails. @throws what failed where a store is away */
  async run<Looked extends Told<Place>, Row>(
    together: () => Promise<Omit<Looked, 'due'> & Told<Row>>,
    { look, claim, onError }: Parts<Place, Looked, Row>,
  ): Promise<Omit<Looked, 'due'> & Told<Row>> {
    try {
      return await together();
    } catch (error) {
      if (isStoreAway(error)) throw error;
    }
    const looked = await look();
    return { ...looked, due: await this.#inParts(looked.due, claim, onError) };
  }

  /** The same for claims that tell nothing but their rows. */
  async rows<Row>(
    together: () => Promise<readonly Row[]>,
    {
      look,
      ...parts
    }: Omit<Parts<Place, Told<Place>, Row>, 'look'> & { readonly look: () => Promise<readonly Place[]> },
  ): Promise<readonly Row[]> {
    const told = await this.run(async () => ({ due: await together() }), {
      ...parts,
      look: async () => ({ due: await look() }),
    });
    return told.due;
  }

  async #inParts<Row>(
    places: readonly Place[],
    claim: (some: readonly Place[]) => Promise<readonly Row[]>,
    onError: (error: unknown) => void,
  ): Promise<Row[]> {
    const claimed: Row[] = [];
    const part = async (some: readonly Place[]) => void claimed.push(...(await claim(some)));
    try {
      await togetherOrInParts(places, part, (place, cause) => {
        this.#passOver(place.id);
        onError(new Error(this.failure(place), { cause }));
      });
    } catch (error) {
      // What was claimed is in hand already, and would wait for the end of its lease.
      if (claimed.length === 0) throw error;
      onError(error);
    }
    return claimed;
  }

  #passOver(id: Place['id']): void {
    this.#refused.delete(id);
    if (this.#refused.size < MAX_REFUSED) this.#refused.set(id, Date.now() + AGAIN_MS);
  }
}
