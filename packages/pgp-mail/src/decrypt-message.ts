import { decrypt, enums, readMessage, type Key, type DecryptMessageResult, type PrivateKey } from 'openpgp';
import { bytesOfBase64, concatenated } from './bytes.js';

/** What a sender of 25 MiB could say; a bomb says more. */
const MAX_PLAIN_BYTES = 32 * 1024 * 1024;
const MAX_SECONDS = 20;
/** Each wrapped session key may be tried with each key. */
const MAX_READERS = 200;
/** They hold for what is read before anything is decrypted as well: a stranger may compress what nobody encrypted. */
const BOUNDS = { maxDecompressedMessageSize: MAX_PLAIN_BYTES };
const SESSION_KEY = enums.packet.publicKeyEncryptedSessionKey;
/** The only ciphertext whose changes are noticed (RFC 9580 §5.13). */
const SEALED_DATA = enums.packet.symEncryptedIntegrityProtectedData;

/** Why a message can't be decrypted; the text is safe to show. */
export class DecryptionFailure extends Error {
  override readonly name = 'DecryptionFailure';
}

/** Whose signature a message has: `unknown` is one of a key that was not given. */
export type Signature =
  | { readonly status: 'none' }
  | { readonly status: 'unknown'; readonly keyId: string }
  | { readonly status: 'good' | 'bad'; readonly fingerprint: string };

export type Decrypted = { readonly bytes: Uint8Array; readonly signature: Signature };

export type Opening = {
  /** A packet that wraps the session key and stands beside the message. */
  readonly envelope?: Uint8Array;
  /** The keys of whoever should have signed it. */
  readonly signers?: readonly Key[];
};

/**
 * Decrypts a message within bounds of size and time. Nothing of one that was changed on its way is returned.
 * @throws DecryptionFailure
 */
export async function decryptMessage(
  ciphertext: string | Uint8Array,
  keys: readonly PrivateKey[],
  { envelope = new Uint8Array(), signers = [] }: Opening = {},
): Promise<Decrypted> {
  try {
    const bytes = typeof ciphertext === 'string' ? dearmored(ciphertext) : ciphertext;
    const whole = await readMessage({ binaryMessage: concatenated(envelope, bytes), config: BOUNDS });
    if (whole.packets.filterByTag(SEALED_DATA).length !== 1)
      throw new Error('it has no protection of its integrity, which old programs leave out');
    if (whole.packets.filterByTag(SESSION_KEY).length > MAX_READERS)
      throw new Error(`it is for more than ${MAX_READERS} readers`);
    return await within(
      decrypt({
        message: whole,
        decryptionKeys: [...keys],
        verificationKeys: [...signers],
        format: 'binary',
        config: { ...BOUNDS, allowUnauthenticatedMessages: false, allowUnauthenticatedStream: false },
      }).then(async ({ data, signatures }) => ({
        bytes: data as Uint8Array,
        signature: await signatureOf(signatures, signers),
      })),
    );
  } catch (cause) {
    throw new DecryptionFailure(`It can't be decrypted: ${(cause as Error).message}`, { cause });
  }
}

async function signatureOf(results: DecryptMessageResult['signatures'], signers: readonly Key[]): Promise<Signature> {
  const [first] = results;
  if (!first) return { status: 'none' };
  for (const { keyID, verified } of results) {
    const signer = signers.find((key) => key.getKeys(keyID).length > 0);
    if (!signer) continue;
    const isGood = await verified.catch(() => false);
    return { status: isGood ? 'good' : 'bad', fingerprint: signer.getFingerprint() };
  }
  return { status: 'unknown', keyId: first.keyID.toHex() };
}

async function within<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it takes more than ${MAX_SECONDS} seconds`)), MAX_SECONDS * 1_000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The bytes of an armored message (RFC 9580 §6.2); its checksum is left to the protection inside. */
function dearmored(text: string): Uint8Array {
  const body = text
    .replace(/^-----BEGIN PGP MESSAGE-----[ \t]*\r?\n/, '')
    .replace(/^(?:[A-Za-z]+: [^\r\n]*\r?\n)*[ \t]*\r?\n/, '');
  const end = body.search(/[^A-Za-z0-9+/=\s]|(?:^|\n)=[A-Za-z0-9+/]{4}/);
  return bytesOfBase64((end === -1 ? body : body.slice(0, end)).replace(/\s+/g, ''));
}
