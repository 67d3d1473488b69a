import { describe, expect, it } from '@jest/globals';
import { openPgpVectors as vectors } from '@mailroom/testing';
import {
  armoredLockedKey,
  armoredPublicKey,
  envelopeFor,
  envelopeKeyId,
  KeyRefusal,
  messageKeyIds,
  readCleartext,
  readLockedKey,
  readPublicKey,
  sealMessage,
  verifySignature,
} from '../src/index.js';

const block = (signature: Buffer) =>
  `-----BEGIN PGP SIGNED MESSAGE-----\n\nWhat we need from the grocery store:\n\n- - tofu\n- - vegetables\n- - noodles\n\n` +
  `-----BEGIN PGP SIGNATURE-----\n\n${signature.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END PGP SIGNATURE-----\n`;

describe('the samples of RFC 9580: ', () => {
  it('a certificate of version 6 is read, and mail is sealed for it', async () => {
    const { fingerprint, keyIds, bytes } = await readPublicKey(armoredPublicKey(vectors.certificate));
    expect(fingerprint).toBe(vectors.fingerprint);
    expect(keyIds).toEqual([vectors.fingerprint.slice(0, 16), vectors.readerId]);
    const sealed = await sealMessage(Buffer.from('Subject: a\r\n\r\nwords\r\n'), [{ publicKey: bytes, fingerprint }]);
    expect(messageKeyIds(sealed.bytes)).toEqual([vectors.readerId]);
  });

  it('a certificate that names nobody is taken for nobody', async () => {
    const read = readPublicKey(armoredPublicKey(vectors.certificate), () => true);
    await expect(read).rejects.toThrow(KeyRefusal);
  });

  it('a private key is kept where a passphrase locks it, and refused where none does', async () => {
    expect((await readLockedKey(armoredLockedKey(vectors.lockedKey))).fingerprint).toBe(vectors.fingerprint);
    await expect(readLockedKey(armoredLockedKey(vectors.unlockedKey))).rejects.toThrow('is not locked');
    await expect(readPublicKey(armoredLockedKey(vectors.unlockedKey))).rejects.toThrow('secret part');
  });

  it.each(['forKey', 'forKeyOlderForm'] as const)('the reader of a message is told: %s', (name) => {
    expect(messageKeyIds(vectors[name])).toEqual([vectors.readerId]);
    const envelope = envelopeFor(vectors[name], [vectors.readerId]);
    expect(envelope && envelopeKeyId(envelope)).toBe(vectors.readerId);
  });

  it.each(Object.entries(vectors.forPassphrase))('a message for a passphrase has no reader: %s', (_, message) => {
    expect(messageKeyIds(message)).toEqual([]);
  });

  it('a signed text is read as it was signed, and is not the word of a key that names nobody', async () => {
    const cleartext = readCleartext(Buffer.from(block(vectors.signature)));
    expect(cleartext?.content.toString()).toBe(vectors.signedText);
    expect(cleartext?.signature).toEqual(vectors.signature);
    const question = { content: Buffer.from(vectors.signedText), signature: vectors.signature, now: new Date() };
    const keys = [vectors.certificate];
    const [verdict] = await verifySignature({ ...question, keys, isSender: () => true });
    expect(verdict).toEqual({ status: 'invalid', fingerprint: vectors.fingerprint });
  });
});
