import { readKeys, type Key } from 'openpgp';

/** What the service answers when it is asked for the keys of an address. */
export type FoundKey = { readonly publicKey: string; readonly changed: boolean; readonly revoked: boolean };

const SAYS = { changed: 'is another than before', revoked: 'was revoked by its owner' };

/** Why nothing is sent to an address for now. */
export class UntrustedKey extends Error {
  override readonly name = 'UntrustedKey';

  constructor(
    readonly address: string,
    readonly what: keyof typeof SAYS,
  ) {
    super(`The key of ${address} ${SAYS[what]}.`);
  }
}

/**
 * The key that an address is written to: the first that can be used; null where there is none. Whoever had a key is not
 * written to in the clear because it was revoked. @throws UntrustedKey
 */
export async function chosenKey(address: string, found: readonly FoundKey[]): Promise<Key | null> {
  for (const { publicKey, changed, revoked } of found) {
    if (changed) throw new UntrustedKey(address, 'changed');
    if (revoked) continue;
    const [key] = await readKeys({ armoredKeys: publicKey }).catch(() => []);
    if (key && (await isUsable(key))) return key;
  }
  if (found.some(({ revoked }) => revoked)) throw new UntrustedKey(address, 'revoked');
  return null;
}

/** Whether something can be encrypted to it now. */
export async function isUsable(key: Key): Promise<boolean> {
  return key.getEncryptionKey().then(
    () => true,
    () => false,
  );
}
