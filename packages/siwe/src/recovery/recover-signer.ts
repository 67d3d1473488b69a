import type { Hex } from 'viem';

export type RecoveryJob = { readonly hash: Hex; readonly signature: Hex };

/** What the worker says: that it is ready, or whose signature it was. */
export type RecoveryReport = 'ready' | { readonly id: number; readonly signer: string | null };
export type RecoveryRequest = RecoveryJob & { readonly id: number };

/** The address, in lower case, whose key made the signature; null if no key did. */
export async function recoverSigner({ hash, signature }: RecoveryJob): Promise<string | null> {
  const { recoverAddress } = await import('viem/utils');
  try {
    return (await recoverAddress({ hash, signature })).toLowerCase();
  } catch {
    return null;
  }
}
