/** One request to an endpoint and what came of it, as the endpoint's owner sees it. */
export type DeliveryTry = {
  readonly at: string;
  /** Null where there was no answer. */
  readonly status: number | null;
  /** Null where it was delivered. */
  readonly error: string | null;
  readonly tookMs: number;
  /** The beginning of the answer's body; null where there was no answer. */
  readonly answer: string | null;
};

/** A delivery keeps its latest tries, so that one which is made again for ever stays small. */
export const MAX_TRIES = 10;
