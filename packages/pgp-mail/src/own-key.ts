import { decryptKey, generateKey, readPrivateKey, type PrivateKey } from 'openpgp';

/** Whose key it is. */
export type KeyOwner = { readonly name: string; readonly address: string };

/** Makes a key, and returns its private part locked by a passphrase. */
export async function makeOwnKey({ name, address }: KeyOwner, passphrase: string): Promise<string> {
  const { privateKey } = await generateKey({
    userIDs: [{ name, email: address }],
    type: 'ecc',
    curve: 'curve25519Legacy',
    passphrase,
    // Each guess at the passphrase takes a tenth of a second and 64 MiB of memory (RFC 9580 §3.7.1.4).
    config: { s2kType: 4, aeadProtect: true, s2kArgon2Params: { passes: 3, parallelism: 4, memoryExponent: 16 } },
    format: 'armored',
  });
  return privateKey;
}

/** Opens a locked private key. @throws where it is not locked, or the passphrase is another one */
export async function openOwnKey(lockedPrivateKey: string, passphrase: string): Promise<PrivateKey> {
  const locked = await readPrivateKey({ armoredKey: lockedPrivateKey });
  if (locked.isDecrypted()) throw new Error('it is not locked by a passphrase');
  return decryptKey({ privateKey: locked, passphrase });
}
