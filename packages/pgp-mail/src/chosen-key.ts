import { readKeys, type Key } from 'openpgp';

/** What the service answers when it is asked for the keys of an address. */
export type FoundKey = { readonly publicKey: string; readonly changed: boolean };

/** Why nothing is sent to an address for now. */
export class ChangedKey extends Error {
  override readonly name = 'ChangedKey';

  constructor(readonly address: string) {
    super(`The key of ${address} is another than before.`);
  }
}

/** The key that an address is written to: the first that can be used; null where there is none. @throws ChangedKey */
export async function chosenKey(address: string, found: readonly FoundKey[]): Promise<Key | null> {
  for (const { publicKey, changed } of found) {
    if (changed) throw new ChangedKey(address);
    const [key] = await readKeys({ armoredKeys: publicKey }).catch(() => []);
    if (key && (await isUsable(key))) return key;
  }
  return null;
}

/** Whether something can be encrypted to it now. */
export async function isUsable(key: Key): Promise<boolean> {
  return key.getEncryptionKey().then(
    () => true,
    () => false,
  );
}
