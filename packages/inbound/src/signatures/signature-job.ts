import type { KeyVerdict } from '@mailroom/openpgp';

/** A signature that is to be checked by some keys. */
export type SignatureJob = {
  readonly content: Uint8Array;
  readonly signature: Uint8Array;
  readonly keys: readonly Uint8Array[];
  /** The address that the key must name. */
  readonly sender: string;
};

/** A message from the thread to its worker; the bytes are copies that the worker owns, or lie in shared memory. */
export type SignatureRequest = SignatureJob & { readonly id: number };

/** A message from the worker: that it has loaded its library, and one verdict for each key of a job. */
export type SignatureReport = 'ready' | { readonly id: number; readonly verdicts: readonly KeyVerdict[] };
