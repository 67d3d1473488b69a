import { deflateRawSync } from 'node:zlib';
import { beforeAll, expect, it } from '@jest/globals';
import { createMessage, decryptSessionKeys, encrypt, generateKey, readMessage } from 'openpgp';
import type { PrivateKey } from 'openpgp';
import { wrapFor } from '../src/pgp/wrap-session-key.js';

let owner: PrivateKey;
let agent: PrivateKey;
beforeAll(async () => {
  const make = async (email: string) => (await generateKey({ userIDs: [{ email }], format: 'object' })).privateKey;
  [owner, agent] = await Promise.all([make('owner@mailroom.test'), make('agent@mailroom.test')]);
});

const mailOf = (armored: string) => Buffer.from(`Content-Type: text/plain\n\n${armored}\n`);
const wrap = (armored: string) => wrapFor(mailOf(armored), { owner, publicKey: agent.toPublic().armor() });

it('a session key is wrapped for another key, which opens the message with it', async () => {
  const message = await createMessage({ text: 'The small one.' });
  const armored = await encrypt({ message, encryptionKeys: owner.toPublic() });
  const wrapped = await wrap(armored);
  const opened = { message: await readMessage({ binaryMessage: wrapped ?? new Uint8Array() }), decryptionKeys: agent };
  const [session] = await decryptSessionKeys(opened);
  expect(session?.data).toHaveLength(32);
  expect(await wrap(await encrypt({ message, encryptionKeys: agent.toPublic() }))).toBeNull();
});

it('what is compressed and not encrypted is not unpacked to look for a session key', async () => {
  const literal = Buffer.concat([Buffer.from('cbff10000000', 'hex'), Buffer.alloc(256 * 1024 * 1024)]);
  const packed = deflateRawSync(literal);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(packed.length + 1);
  // A packet of compressed data (RFC 9580 §5.6), with its five octets of length, and ZIP.
  const bomb = Buffer.concat([Buffer.from([0xc8, 0xff]), length, Buffer.from([1]), packed]);
  const armored = `-----BEGIN PGP MESSAGE-----\n\n${bomb.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END PGP MESSAGE-----`;
  const before = process.cpuUsage();
  expect(await wrap(armored)).toBeNull();
  expect(process.cpuUsage(before).user).toBeLessThan(700_000);
});
