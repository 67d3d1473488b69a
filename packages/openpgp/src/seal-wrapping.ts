import { createCipheriv, createHash, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto';

/** A key, or the subkey of one, that can be encrypted to. */
export type WrappingKey = {
  /** The body of its packet, of version 4 or 6 (RFC 9580 §5.5.2). */
  readonly packet: Uint8Array;
  readonly fingerprint: Uint8Array;
};

const ENCRYPTED_SESSION_KEY = 1;
const VERSION = 3;
const ECDH = 18;
const X25519 = 25;
const AES_256 = 9;
/** The first octet of a point that is said by its x coordinate alone. */
const NATIVE_POINT = 0x40;
const POINT_BYTES = 32;
const KEY_ID_BYTES = 8;
const ALGORITHM_AT = 5;
const PARAMETERS_AT = { 4: 6, 6: 10 } as const;
/** The name of Curve25519 with its length, and the bits of a point on it as a number of 256 bits and a prefix (263). */
const CURVE25519 = Buffer.from('0a2b060104019755010501', 'hex');
const POINT_HEADER = Buffer.from([0x01, 0x07, NATIVE_POINT]);
/** What precedes a public key of X25519 in the form that Node reads (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');
const ANONYMOUS_SENDER = Buffer.from('Anonymous Sender    ');
const HASHES: Readonly<Record<number, string>> = { 8: 'sha256', 9: 'sha384', 10: 'sha512' };
const WRAPPING_KEY_BYTES: Readonly<Record<number, number>> = { 7: 16, 8: 24, 9: 32 };
/** RFC 3394 §2.2.3.1. */
const WRAP_START = Buffer.alloc(8, 0xa6);
const WRAPPED_UNIT = 8;

/**
 * The packet that wraps a session key of AES-256 for a key on Curve25519, as nearly every key is (RFC 9580 §5.1.5, §5.1.6);
 * null for any other. The library hands each of four steps to another thread, which costs more than the steps.
 * @throws if the point of the key has no shared secret with any other
 */
export function curveWrapped(sessionKey: Uint8Array, key: WrappingKey): Buffer | null {
  const { packet } = key;
  const version = packet[0];
  if (version !== 4 && version !== 6) return null;
  const parameters = Buffer.from(packet.subarray(PARAMETERS_AT[version]));
  const algorithm = packet[ALGORITHM_AT];
  const keyId = version === 4 ? key.fingerprint.subarray(-KEY_ID_BYTES) : key.fingerprint.subarray(0, KEY_ID_BYTES);
  if (algorithm === X25519) return packetOf(keyId, algorithm, wrappedByX25519(sessionKey, parameters));
  if (algorithm !== ECDH || version !== 4) return null;
  const wrapped = wrappedByEcdh(sessionKey, parameters, key.fingerprint);
  return wrapped && packetOf(keyId, algorithm, wrapped);
}

function wrappedByX25519(sessionKey: Uint8Array, parameters: Buffer): Buffer {
  const point = parameters.subarray(0, POINT_BYTES);
  const { own, secret } = agreedWith(point);
  const material = Buffer.concat([own, point, secret]);
  const wrappingKey = Buffer.from(hkdfSync('sha256', material, Buffer.alloc(0), 'OpenPGP X25519', 16));
  const wrapped = wrap(sessionKey, wrappingKey);
  return Buffer.concat([own, Buffer.from([wrapped.length + 1, AES_256]), wrapped]);
}

/** Null if it is on another curve, or asks for a hash or a cipher that is not known. */
function wrappedByEcdh(sessionKey: Uint8Array, parameters: Buffer, fingerprint: Uint8Array): Buffer | null {
  const pointAt = CURVE25519.length + POINT_HEADER.length;
  const derivation = parameters.subarray(pointAt + POINT_BYTES);
  const hash = HASHES[derivation[2] ?? 0];
  const wrappingBytes = WRAPPING_KEY_BYTES[derivation[3] ?? 0];
  const isKnown = parameters.subarray(0, pointAt).equals(Buffer.concat([CURVE25519, POINT_HEADER]));
  if (!isKnown || derivation.length !== 4 || !hash || !wrappingBytes) return null;
  const { own, secret } = agreedWith(parameters.subarray(pointAt, pointAt + POINT_BYTES));
  const about = [CURVE25519, Buffer.from([ECDH]), derivation, ANONYMOUS_SENDER, fingerprint];
  const derived = createHash(hash)
    .update(Buffer.from([0, 0, 0, 1]))
    .update(secret);
  for (const part of about) derived.update(part);
  const wrapped = wrap(padded(sessionKey), derived.digest().subarray(0, wrappingBytes));
  return Buffer.concat([POINT_HEADER, own, Buffer.from([wrapped.length]), wrapped]);
}

/** The cipher, the key and a sum of its octets, filled up to whole units. */
function padded(sessionKey: Uint8Array): Buffer {
  const sum = sessionKey.reduce((total, octet) => total + octet, 0) & 0xffff;
  const said = Buffer.from([AES_256, ...sessionKey, sum >> 8, sum & 0xff]);
  const missing = WRAPPED_UNIT - (said.length % WRAPPED_UNIT);
  return Buffer.concat([said, Buffer.alloc(missing, missing)]);
}

/** A key pair for this message alone: its public half, and what it shares with the point. */
function agreedWith(point: Buffer): { readonly own: Buffer; readonly secret: Buffer } {
  const { publicKey: own, privateKey } = generateKeyPairSync('x25519');
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, point]), format: 'der', type: 'spki' });
  const spki = own.export({ format: 'der', type: 'spki' });
  return { own: spki.subarray(SPKI_PREFIX.length), secret: diffieHellman({ privateKey, publicKey }) };
}

function wrap(content: Uint8Array, wrappingKey: Uint8Array): Buffer {
  const cipher = createCipheriv(`id-aes${wrappingKey.length * 8}-wrap` as 'aes-256-ecb', wrappingKey, WRAP_START);
  return Buffer.concat([cipher.update(content), cipher.final()]);
}

function packetOf(keyId: Uint8Array, algorithm: number, wrapped: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from([VERSION]), keyId, Buffer.from([algorithm]), wrapped]);
  return Buffer.concat([Buffer.from([0xc0 | ENCRYPTED_SESSION_KEY, body.length]), body]);
}
