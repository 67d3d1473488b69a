import { readKeys, readPrivateKey, type Key, type PrivateKey } from 'openpgp';
import {
  chosenKey,
  ciphertextOf,
  decryptMessage,
  makeOwnKey,
  openOwnKey,
  readPlainMail,
  sealedEntity,
  UntrustedKey,
} from '@mailroom/pgp-mail';
import type { CallName, Calls, Reader, Readers } from './calls.js';

type Does = { readonly [Name in CallName]: (ask: Calls[Name]['ask']) => Promise<Calls[Name]['answer']> };

/** Holds the keys that are open, and does what needs them. It ends with its worker, and they with it. */
export class KeyHolder implements Does {
  readonly #open = new Map<string, PrivateKey>();

  async make({ name, address, passphrase }: Calls['make']['ask']) {
    const lockedPrivateKey = await makeOwnKey({ name, address }, passphrase);
    const key = await readPrivateKey({ armoredKey: lockedPrivateKey });
    return { publicKey: key.toPublic().armor(), lockedPrivateKey };
  }

  async open({ lockedKeys, passphrase }: Calls['open']['ask']) {
    for (const locked of lockedKeys) {
      const key = await openOwnKey(locked, passphrase).catch(() => null);
      if (key) this.#open.set(key.getFingerprint(), key);
    }
    if (this.#open.size === 0) throw new Error('This is not the passphrase of the key.');
    return [...this.#open.keys()];
  }

  async read({ raw, signers }: Calls['read']['ask']) {
    const ciphertext = await ciphertextOf(raw);
    if (ciphertext === null) throw new Error('It has no part that OpenPGP can decrypt.');
    const known = await Promise.all(signers.map((armoredKeys) => readKeys({ armoredKeys }).catch(() => [])));
    const { bytes, signature } = await decryptMessage(ciphertext, [...this.#open.values()], { signers: known.flat() });
    return { ...(await readPlainMail(bytes)), signature };
  }

  async find({ readers }: Calls['find']['ask']): Promise<Readers> {
    const found = await this.#keysOf(readers);
    const others = readers.filter(({ keys }) => keys.some(({ changed }) => changed));
    const published = others.map(({ address }) => address);
    const { missing, changed, revoked } = found;
    return { known: [...found.keys.keys()], missing, changed, revoked, published };
  }

  async seal({ text, files, readers, fingerprint }: Calls['seal']['ask']) {
    const signer = this.#open.get(fingerprint);
    if (!signer) throw new Error('The key with which you sign is locked.');
    const { keys, missing, changed, revoked } = await this.#keysOf(readers);
    if (missing.length + changed.length + revoked.length > 0)
      throw new Error('Nothing was sent: not everybody could read it.');
    const all = { readers: [...keys.values(), signer.toPublic()], signer, hidesReaders: false };
    return sealedEntity({ text, files }, all);
  }

  async #keysOf(readers: readonly Reader[]) {
    const found = {
      keys: new Map<string, Key>(),
      missing: [] as string[],
      changed: [] as string[],
      revoked: [] as string[],
    };
    for (const { address, keys } of readers) {
      try {
        const key = await chosenKey(address, keys);
        if (key) found.keys.set(address, key);
        else found.missing.push(address);
      } catch (error) {
        if (!(error instanceof UntrustedKey)) throw error;
        found[error.what].push(address);
      }
    }
    return found;
  }
}
