import { generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { KeyPair } from '@mailroom/smtp';

const MS_OF_YEAR = 365 * 86_400_000;

/** The tags of DER (ITU-T X.690) that a certificate is made of. */
const INTEGER = 0x02;
const BITS = 0x03;
const OCTETS = 0x04;
const OID = 0x06;
const UTF8 = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;
const VERSION = 0xa0;
const DNS_NAME = 0x82;
const EXTENSIONS = 0xa3;

const sha256WithRsa = der(SEQUENCE, oid('2a864886f70d01010b'), Buffer.from([0x05, 0x00]));
/** The most that a common name may have (RFC 5280 A.1); the name in full is the alternative one. */
const MAX_COMMON_NAME = 64;

/**
 * A certificate that nobody vouches for: enough for opportunistic STARTTLS, which does not ask. It is put together here
 * (RFC 5280 §4.1), since the libraries that make any certificate take a quarter of the start.
 */
export async function selfMadeCertificate(hostname: string): Promise<KeyPair> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const signed = toBeSigned(hostname, publicKey.export({ type: 'spki', format: 'der' }), new Date());
  const certificate = der(SEQUENCE, signed, sha256WithRsa, bits(sign('sha256', signed, privateKey)));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function toBeSigned(hostname: string, publicKey: Buffer, from: Date): Buffer {
  // A serial number is positive, and not 0.
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(9)]);
  const commonName = der(UTF8, Buffer.from(hostname.slice(0, MAX_COMMON_NAME)));
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, oid('550403'), commonName)));
  const validity = der(SEQUENCE, utcTime(from), utcTime(new Date(from.getTime() + MS_OF_YEAR)));
  const subjectAltName = der(SEQUENCE, der(DNS_NAME, Buffer.from(hostname)));
  const extension = der(SEQUENCE, oid('551d11'), der(OCTETS, subjectAltName));
  return der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, serial),
    sha256WithRsa,
    name,
    validity,
    name,
    publicKey,
    der(EXTENSIONS, der(SEQUENCE, extension)),
  );
}

function oid(hex: string): Buffer {
  return der(OID, Buffer.from(hex, 'hex'));
}

function bits(content: Buffer): Buffer {
  return der(BITS, Buffer.from([0]), content);
}

/** Two digits of the year, as until 2049 (RFC 5280 §4.1.2.5). */
function utcTime(time: Date): Buffer {
  return der(UTC_TIME, Buffer.from(`${time.toISOString().slice(2, 19).replace(/\D/g, '')}Z`));
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

/** Up to 127 in one byte, above that with the number of its bytes before it. */
function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}
