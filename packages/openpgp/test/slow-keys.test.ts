import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { KeyRefusal, readPublicKey, readPublishedKeys } from '../src/index.js';

const ADDRESS = 'ada@keys.test';
const USER_ID = Buffer.from(`Ada <${ADDRESS}>`);
const MADE_AT = 1_700_000_000;
const RSA = 1;
const DSA = 17;
const SHA_256 = { id: 8, name: 'sha256' };
/** Node's own verification does not know it, so that the library does the arithmetic itself. */
const SHA_224 = { id: 11, name: 'sha224' };

const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const uint32 = (value: number) => Buffer.concat([uint16(value >>> 16), uint16(value & 0xffff)]);
/** A number of that many octets, each of which is `octet`; it is odd where that is. */
const mpi = (octets: number, octet: number) =>
  Buffer.concat([uint16(8 * octets - Math.clz32(octet) + 24), Buffer.alloc(octets, octet)]);
const packet = (tag: number, body: Buffer) =>
  Buffer.concat([Buffer.from([0xc0 | tag, 0xff]), uint32(body.length), body]);
const keyBody = (algorithm: number, numbers: readonly Buffer[]) =>
  Buffer.concat([Buffer.from([4]), uint32(MADE_AT), Buffer.from([algorithm]), ...numbers]);

type Signing = {
  readonly key: Buffer;
  readonly type: number;
  readonly hash: { readonly id: number; readonly name: string };
  readonly about?: Buffer;
  readonly numbers: readonly Buffer[];
};

/** A signature by the key itself whose hash is right; what is wrong with its numbers takes arithmetic to find out. */
function signature({ key, type, hash, about = Buffer.alloc(0), numbers }: Signing): Buffer {
  const keyPart = Buffer.concat([Buffer.from([0x99]), uint16(key.length), key]);
  const keyId = createHash('sha1').update(keyPart).digest().subarray(-8);
  const subpackets = Buffer.concat([Buffer.from([5, 2]), uint32(MADE_AT), Buffer.from([9, 16]), keyId]);
  const head = Buffer.concat([Buffer.from([4, type, key[5] ?? 0, hash.id]), uint16(subpackets.length), subpackets]);
  const trailer = Buffer.concat([Buffer.from([4, 0xff]), uint32(head.length)]);
  const digest = createHash(hash.name)
    .update(Buffer.concat([keyPart, about, head, trailer]))
    .digest();
  return packet(2, Buffer.concat([head, uint16(0), digest.subarray(0, 2), ...numbers]));
}

const armoredKey = (bytes: Buffer) =>
  `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${bytes.toString('base64')}\n-----END PGP PUBLIC KEY BLOCK-----\n`;

async function expectRefusedSoon(reading: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await expect(reading()).rejects.toBeInstanceOf(KeyRefusal);
  expect(performance.now() - begun).toBeLessThan(2_000);
}

describe('a key whose signatures take seconds to verify', () => {
  it('is refused before any of them is, where DSA has a large order', async () => {
    const key = keyBody(DSA, [mpi(512, 0xe5), mpi(8_191, 0xa7), mpi(512, 0x91), mpi(512, 0x83)]);
    const about = Buffer.concat([Buffer.from([0xb4]), uint32(USER_ID.length), USER_ID]);
    const certification = signature({ key, type: 0x13, hash: SHA_256, about, numbers: [mpi(1, 1), mpi(1, 2)] });
    const bytes = Buffer.concat([packet(6, key), packet(13, USER_ID), certification, certification]);
    await expectRefusedSoon(() => readPublicKey(armoredKey(bytes), (address) => address === ADDRESS));
  });

  it('is not asked whether it was revoked, where RSA has a large exponent', async () => {
    const key = keyBody(RSA, [mpi(4_095, 0xe5), mpi(4_095, 0x83)]);
    const revocation = signature({ key, type: 0x20, hash: SHA_224, numbers: [mpi(4_000, 0x91)] });
    const bytes = Buffer.concat([packet(6, key), revocation, packet(13, USER_ID)]);
    await expectRefusedSoon(() => readPublishedKeys(bytes, (address) => address === ADDRESS));
  });
});
