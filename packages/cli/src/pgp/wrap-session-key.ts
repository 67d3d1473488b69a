import { decryptSessionKeys, encryptSessionKey, readKey, readMessage, type PrivateKey } from 'openpgp';
import { ciphertextOf } from '@mailroom/pgp-mail';

type Keys = { readonly owner: PrivateKey; readonly publicKey: string };

/** What is compressed and not encrypted has no session key, so nothing of it is unpacked. */
const config = { maxDecompressedMessageSize: 0 };

/** The session key of a message, which its owner can open, wrapped for another key; null where he can't. */
export async function wrapFor(raw: Uint8Array, { owner, publicKey }: Keys): Promise<Uint8Array | null> {
  const ciphertext = await ciphertextOf(raw);
  if (ciphertext === null) return null;
  try {
    const message =
      typeof ciphertext === 'string'
        ? await readMessage({ armoredMessage: ciphertext, config })
        : await readMessage({ binaryMessage: ciphertext, config });
    const [session] = await decryptSessionKeys({ message, decryptionKeys: owner });
    if (!session?.algorithm) return null;
    const { data, algorithm, aeadAlgorithm } = session as {
      data: Uint8Array;
      algorithm: 'aes256';
      aeadAlgorithm?: 'ocb';
    };
    return await encryptSessionKey({
      data,
      algorithm,
      ...(aeadAlgorithm && { aeadAlgorithm }),
      encryptionKeys: await readKey({ armoredKey: publicKey }),
      format: 'binary',
    });
  } catch {
    return null;
  }
}
