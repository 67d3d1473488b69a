import { decrypt, enums, readMessage, type PrivateKey } from 'openpgp';

/** What a sender of 25 MiB could say; a bomb says more. */
const MAX_PLAIN_BYTES = 32 * 1024 * 1024;
const MAX_SECONDS = 20;
/** The only ciphertext whose changes are noticed (RFC 9580 §5.13). */
const SEALED_DATA = enums.packet.symEncryptedIntegrityProtectedData;

/** Why a message can't be decrypted; the text is safe to show. */
export class DecryptionFailure extends Error {
  override readonly name = 'DecryptionFailure';
}

/**
 * Decrypts a message, with an envelope that stands beside it, within bounds of size and time. Nothing of one that was changed on
 * its way is returned. @throws DecryptionFailure
 */
export async function decryptMessage(
  ciphertext: string | Uint8Array,
  envelope: Uint8Array,
  key: PrivateKey,
): Promise<Uint8Array> {
  try {
    const bytes = typeof ciphertext === 'string' ? dearmored(ciphertext) : ciphertext;
    const whole = await readMessage({ binaryMessage: Buffer.concat([envelope, bytes]) });
    if (whole.packets.filterByTag(SEALED_DATA).length !== 1)
      throw new Error('it has no protection of its integrity, which old programs leave out');
    return await within(
      decrypt({
        message: whole,
        decryptionKeys: key,
        format: 'binary',
        config: {
          allowUnauthenticatedMessages: false,
          allowUnauthenticatedStream: false,
          maxDecompressedMessageSize: MAX_PLAIN_BYTES,
        },
      }).then(({ data }) => data as Uint8Array),
    );
  } catch (cause) {
    throw new DecryptionFailure(`It can't be decrypted: ${(cause as Error).message}`, { cause });
  }
}

async function within<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
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
function dearmored(text: string): Buffer {
  const body = text
    .replace(/^-----BEGIN PGP MESSAGE-----[ \t]*\r?\n/, '')
    .replace(/^(?:[A-Za-z]+: [^\r\n]*\r?\n)*[ \t]*\r?\n/, '');
  const end = body.search(/[^A-Za-z0-9+/=\s]|(?:^|\n)=[A-Za-z0-9+/]{4}/);
  return Buffer.from((end === -1 ? body : body.slice(0, end)).replace(/\s+/g, ''), 'base64');
}
