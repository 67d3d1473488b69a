/** An address, as we keep it and as people and messages write it. */
export type WalletAddress = {
  /** This one is in lower case. */
  readonly key: string;
  /** This one has the checksum of EIP-55. */
  readonly shown: string;
};

const form = /^0x[0-9a-fA-F]{40}$/;

/**
 * Reads an address. Upper and lower case write the same one; mixed case has a checksum (EIP-55), which must be right. Null
 * if it is none.
 */
export async function parseWalletAddress(text: string): Promise<WalletAddress | null> {
  if (!form.test(text)) return null;
  const { getAddress } = await import('viem/utils');
  const digits = text.slice(2);
  const key = text.toLowerCase();
  const shown = getAddress(key);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  return isMixed && shown !== text ? null : { key, shown };
}
