import type { Hex } from 'viem';
import { recoverSigner } from './recovery/recover-signer.js';

/** Half of the order of secp256k1: of the two forms of a signature, only that with the lower s is in use (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
/** 65 bytes; the last one says which of two keys it was, with or without the 27 of old. */
const form = /^0x[0-9a-f]{64}([0-9a-f]{64})(?:00|01|1b|1c)$/;

/** Finds the address, in lower case, whose key made a signature; null if none did. */
export type FindsSigner = (made: { readonly hash: Hex; readonly signature: Hex }) => Promise<string | null>;

/** Whether the key of the address, in lower case, signed the hash. No chain is asked. */
export async function isKeySignature(
  address: string,
  hash: Hex,
  signature: Hex,
  signerOf: FindsSigner,
): Promise<boolean> {
  const [, s] = form.exec(signature) ?? [];
  return s !== undefined && BigInt(`0x${s}`) <= HALF_ORDER && (await signerOf({ hash, signature })) === address;
}

/** Whether the key of the address made the signature in whatever form, also in those that `isKeySignature` refuses. */
export async function isMadeByKey(address: string, hash: Hex, signature: Hex): Promise<boolean> {
  return (await recoverSigner({ hash, signature })) === address;
}
