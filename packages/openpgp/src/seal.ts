import { randomBytes } from 'node:crypto';
import type { Key } from 'openpgp';
import { armored } from './armor.js';
import { messageKeyIds } from './message-key-ids.js';
import { encryptedPacket, SESSION_KEY_BYTES } from './seal-packets.js';
import { outerFields } from './seal-fields.js';
import { curveWrapped } from './seal-wrapping.js';

/** A key that a message is sealed to, as it was kept when it was registered. */
export type SealingKey = { readonly fingerprint: string; readonly publicKey: Uint8Array };

export type SealedMessage = {
  /** The whole mail, with the fields that stay outside. */
  readonly bytes: Buffer;
  /** The ids of the keys that it is for, as `messageKeyIds` reads them. */
  readonly keyIds: readonly string[];
};

/** The library takes `null` for "at no time in particular"; its types know only dates. */
const AT_NO_TIME = null as unknown as Date;

/** Each takes some tens of kilobytes. */
const MAX_KEPT_KEYS = 500;

/** Keys that were read lately, the oldest first. Whoever parses one verifies its signatures, which costs milliseconds. */
const kept = new Map<string, Promise<Key>>();

/**
 * Seals a mail to all of these keys (PGP/MIME, RFC 3156). Inside is the mail as it came, byte for byte; outside is what
 * `outerFields` says. One session key is wrapped for all of them. A key that has expired since it was registered counts:
 * mail that its reader can open is better than mail that is not sealed.
 * @throws if there is no key, or one can't be encrypted to
 */
export async function sealMessage(raw: Uint8Array, keys: readonly SealingKey[]): Promise<SealedMessage> {
  if (keys.length === 0) throw new Error('A message is sealed to one key at least.');
  const sessionKey = randomBytes(SESSION_KEY_BYTES);
  const wrapped = await wrappedFor(sessionKey, keys);
  const packets = Buffer.concat([wrapped, encryptedPacket(raw, sessionKey)]);
  return { bytes: mailOf(raw, packets), keyIds: messageKeyIds(packets) };
}

async function wrappedFor(sessionKey: Uint8Array, keys: readonly SealingKey[]): Promise<Uint8Array> {
  const encryptionKeys = await Promise.all(keys.map(readKept));
  return Buffer.concat(await Promise.all(encryptionKeys.map((key) => wrapped(sessionKey, key))));
}

async function wrapped(data: Uint8Array, key: Key): Promise<Uint8Array> {
  const { keyPacket } = await key.getEncryptionKey(undefined, AT_NO_TIME);
  const fingerprint = keyPacket.getFingerprintBytes();
  const onCurve = fingerprint && curveWrapped(data, { packet: keyPacket.write(), fingerprint });
  if (onCurve) return onCurve;
  const { encryptSessionKey } = await import('openpgp');
  return encryptSessionKey({ data, algorithm: 'aes256', encryptionKeys: key, format: 'binary', date: AT_NO_TIME });
}

async function readKept({ fingerprint, publicKey }: SealingKey): Promise<Key> {
  // A key that is registered again may have other subkeys under its fingerprint.
  const id = `${fingerprint}:${Buffer.from(publicKey).toString('latin1')}`;
  const known = kept.get(id);
  if (known) return known;
  // The library takes 60 ms to load, which a process without sealed mailboxes need not spend.
  const { readKey } = await import('openpgp');
  const reading = readKey({ binaryKey: publicKey });
  if (kept.size >= MAX_KEPT_KEYS) kept.delete([...kept.keys()][0] ?? '');
  kept.set(id, reading);
  reading.catch(() => kept.delete(id));
  return reading;
}

/** The boundary stands in no armor, which has no line that begins with two hyphens and such a word. */
function mailOf(raw: Uint8Array, packets: Buffer): Buffer {
  const boundary = `sealed-${randomBytes(16).toString('hex')}`;
  const head = [
    'MIME-Version: 1.0',
    'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted";',
    ` boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: application/pgp-encrypted',
    'Content-Description: PGP/MIME version identification',
    '',
    'Version: 1',
    '',
    `--${boundary}`,
    'Content-Type: application/octet-stream; name="encrypted.asc"',
    'Content-Description: OpenPGP encrypted message',
    'Content-Disposition: inline; filename="encrypted.asc"',
    '',
    '',
  ].join('\r\n');
  const armor = armored('MESSAGE', packets).replaceAll('\n', '\r\n');
  return Buffer.concat([outerFields(raw), Buffer.from(`${head}${armor}\r\n--${boundary}--\r\n`, 'latin1')]);
}
