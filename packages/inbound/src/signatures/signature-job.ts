import type { KeyVerdict } from '@mailroom/openpgp';

/** A signature that is to be checked by some keys; the worker owns the bytes, or they lie in shared memory. */
export type SignatureJob = {
  readonly content: Uint8Array;
  readonly signature: Uint8Array;
  readonly keys: readonly Uint8Array[];
  /** The address that the key must name. */
  readonly sender: string;
};

/** One for each key of a job. */
export type Verdicts = readonly KeyVerdict[];
