import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GnuPg } from '@mailroom/testing';
import { envelopeFor, envelopeKeyId, isEncryptedMessage, messageBlock, messageKeyIds } from '../src/index.js';

let gpg: GnuPg;
let ada: string;
let bob: string;
beforeAll(async () => {
  gpg = await GnuPg.start();
  ada = await gpg.makeKey('Ada <ada@example.org>');
  bob = await gpg.makeKey('Bob <bob@example.org>');
});
afterAll(() => gpg.close());

describe('an envelope', () => {
  it('is cut out of a message for one of its readers, and read as one packet for that key', async () => {
    const message = await gpg.encrypt('words', [ada, bob]);
    for (const keyId of messageKeyIds(message)) {
      const envelope = envelopeFor(message, [keyId]) as Buffer;
      expect(envelopeKeyId(envelope)).toBe(keyId);
      for (let end = 0; end < envelope.length; end += 1) expect(envelopeKeyId(envelope.subarray(0, end))).toBeNull();
      expect(envelopeKeyId(Buffer.concat([envelope, envelope]))).toBeNull();
      expect(envelopeKeyId(Buffer.concat([envelope, Buffer.alloc(3_000)]))).toBeNull();
    }
    expect(envelopeFor(message, ['0123456789abcdef'])).toBeNull();
    expect(envelopeKeyId(await gpg.encrypt('words', [ada], ['--no-armor']))).toBeNull();
    expect(envelopeKeyId(message)).toBeNull();
    const hidden = await gpg.encrypt('words', [ada], ['--no-armor', '--throw-keyids']);
    expect(envelopeFor(hidden, messageKeyIds(message))).toBeNull();
  });
});

describe('an armored message', () => {
  it('is what a caller encrypted, whole and alone, and nothing else', async () => {
    const message = (await gpg.encrypt('words', [ada])).toString();
    const hidden = (await gpg.encrypt('words', [ada], ['--armor', '--throw-keyids'])).toString();
    expect([message, hidden, message.replaceAll('\n', '\r\n')].map(isEncryptedMessage)).toEqual([true, true, true]);
    const signed = (await gpg.call(['--local-user', ada, '--passphrase', '', '--armor', '--sign'], 'words')).toString();
    const password = (await gpg.call(['--passphrase', 'a', '--armor', '--symmetric'], 'words')).toString();
    const others = [
      signed,
      password,
      '',
      'words',
      `words\n${message}`,
      `${message}\nwords`,
      `${message}${message}`,
      message.replace('\n\n', '\nSubject: a\r\rb\n\n'),
      message.slice(0, -10),
      `-----BEGIN PGP MESSAGE-----\n\n${'A'.repeat(1_000_000)}\n-----END PGP MESSAGE-----`,
    ];
    for (const text of others) expect(isEncryptedMessage(text)).toBe(false);
  });

  it('is found in a message as it is, and not where an encoding has changed it', async () => {
    const message = (await gpg.encrypt('words', [ada])).toString().trim();
    expect(messageBlock(Buffer.from(`To: a\r\n\r\n${message}\r\nmore`))).toEqual({ text: message, isWhole: true });
    expect(messageBlock(Buffer.from(`a\r\n${message.slice(0, 200)}`))).toMatchObject({ isWhole: false });
    expect(messageBlock(Buffer.from(message.replaceAll('\n', '<br>\n')))).toBeNull();
    expect(messageBlock(Buffer.from(message.replaceAll('=', '=3D')))).toBeNull();
    expect(messageBlock(Buffer.from('words'))).toBeNull();
  });
});
