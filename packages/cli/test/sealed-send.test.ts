import { beforeAll, describe, expect, it } from '@jest/globals';
import { decrypt, generateKey, readKey, readMessage, type PrivateKey } from 'openpgp';
import { RecipientKeys } from '../src/bridge/recipient-keys.js';
import { sealed, SealRefusal, type Original, type Outgoing } from '../src/bridge/sealed-send.js';
import { readPlainMail } from '@mailroom/pgp-mail';

const OWN = 'agent@mailroom.test';
let agent: PrivateKey;
let ada: PrivateKey;
let bob: PrivateKey;
beforeAll(async () => {
  const make = async (email: string) => (await generateKey({ userIDs: [{ email }], format: 'object' })).privateKey;
  [agent, ada, bob] = await Promise.all([make(OWN), make('ada@example.org'), make('bob@example.org')]);
});

/** The service, as far as it knows keys. */
async function knowing(
  known: Readonly<Record<string, { key: PrivateKey; changed?: boolean; revoked?: boolean }>>,
): Promise<RecipientKeys> {
  return RecipientKeys.from([], async (path) => {
    const address = new URL(path, 'http://service').searchParams.get('address') ?? '';
    const found = known[address];
    const keys = found
      ? [
          {
            fingerprint: found.key.getFingerprint(),
            publicKey: found.key.toPublic().armor(),
            source: 'wkd',
            pinned: false,
            changed: found.changed ?? false,
            revoked: found.revoked ?? false,
          },
        ]
      : [];
    return Response.json({ ok: true, data: { address, keys } });
  });
}

const seal = async (body: Outgoing, keys: RecipientKeys, original: Original | null = null) =>
  sealed(body, original, keys, { signing: agent, alsoFor: [agent.toPublic()], address: OWN, meaningOf: () => 'same' });

async function readBy(key: PrivateKey, body: object) {
  const { encrypted } = (body as { pgpMime: { encrypted: string } }).pgpMime;
  const message = await readMessage({ armoredMessage: encrypted });
  const verificationKeys = await readKey({ armoredKey: agent.toPublic().armor() });
  const { data, signatures } = await decrypt({ message, decryptionKeys: key, verificationKeys, format: 'binary' });
  await signatures[0]?.verified;
  return {
    mail: await readPlainMail(data as Uint8Array),
    keyIds: message.getEncryptionKeyIDs().map((id) => id.toHex()),
  };
}

const ask: Original = {
  encrypted: true,
  from: { email: 'ada@example.org', name: 'Ada' },
  replyTo: [],
  to: [{ email: OWN, name: '' }],
  cc: [{ email: 'bob@example.org', name: '' }],
};

describe('what is sent through the bridge', () => {
  it('is encrypted for each recipient and for the mailbox itself, signed, and whole with its files', async () => {
    const keys = await knowing({ 'ada@example.org': { key: ada }, 'bob@example.org': { key: bob } });
    const call = {
      to: ['Ada <ada@example.org>'],
      cc: ['bob@example.org'],
      subject: 'Gears',
      text: 'the small öne',
      html: '<p>the small one</p>',
      attachments: [{ filename: 'plän "1".txt', contentType: 'text/plain', content: 'ZmlsZQ==' }],
    };
    const { body, encryption } = await seal(call, keys);
    expect(encryption).toEqual({
      encryptedFor: ['ada@example.org', 'bob@example.org'],
      inClearFor: [],
      signed: true,
    });
    expect(body).toMatchObject({ to: call.to, cc: call.cc, subject: 'Gears' });
    for (const field of ['text', 'html', 'attachments']) expect(body).not.toHaveProperty(field);
    for (const key of [ada, bob, agent]) {
      const { mail } = await readBy(key, body);
      expect(mail).toMatchObject({
        plainText: expect.stringContaining('the small öne'),
        html: expect.stringContaining('<p>'),
      });
      expect(mail.attachments).toMatchObject([{ filename: 'plän "1".txt', content: new TextEncoder().encode('file') }]);
    }
  });

  it('names no reader where one of them is blind', async () => {
    const keys = await knowing({ 'ada@example.org': { key: ada }, 'bob@example.org': { key: bob } });
    const { body } = await seal({ to: ['ada@example.org'], bcc: ['bob@example.org'], text: 'a' }, keys);
    expect(new Set((await readBy(bob, body)).keyIds)).toEqual(new Set(['0'.repeat(16)]));
  });

  it('is in the clear for all where one key is missing, and is not sent if that must not be', async () => {
    const keys = await knowing({ 'ada@example.org': { key: ada } });
    const call = { to: ['ada@example.org', 'bob@example.org'], text: 'a' };
    const inClear = { encryptedFor: [], inClearFor: call.to, signed: false };
    expect(await seal(call, keys)).toEqual({ body: call, encryption: inClear });
    await expect(seal({ ...call, encrypt: 'required' }, keys)).rejects.toThrow(SealRefusal);
    await expect(seal({ text: 'a', replyAll: true }, keys, ask)).rejects.toThrow('bob@example.org');
    expect((await seal({ ...call, encrypt: 'never' }, keys)).encryption).toEqual(inClear);
    const kept = { to: ['ada@example.org'], bodyRef: 'brf_1', encrypt: 'required' as const };
    await expect(seal(kept, keys)).rejects.toThrow('body reference');
  });

  it('is not sent to a key that is another than before', async () => {
    const keys = await knowing({ 'ada@example.org': { key: ada, changed: true } });
    await expect(seal({ to: ['ada@example.org'], text: 'a' }, keys)).rejects.toThrow(SealRefusal);
  });

  it('is sent neither to a key that was revoked, nor in the clear because of that', async () => {
    const keys = await knowing({ 'ada@example.org': { key: ada, revoked: true } });
    await expect(seal({ to: ['ada@example.org'], text: 'a' }, keys)).rejects.toThrow('was revoked');
  });

  it('goes to whom the service would send an answer, and to nobody else', async () => {
    const keys = await knowing({ 'ada@example.org': { key: ada }, 'bob@example.org': { key: bob } });
    const to = async (call: Outgoing, original: Original) => (await seal({ text: 'a', ...call }, keys, original)).body;
    expect(await to({}, ask)).toMatchObject({ to: ['ada@example.org'], cc: [] });
    expect(await to({ replyAll: true }, ask)).toMatchObject({ to: ['ada@example.org'], cc: ['bob@example.org'] });
    const tagged = { ...ask, cc: [...ask.cc, { email: OWN.replace('@', '+shop@'), name: '' }] };
    expect(await to({ replyAll: true }, tagged)).toMatchObject({ to: ['ada@example.org'], cc: ['bob@example.org'] });
    const led = { ...ask, replyTo: [{ email: 'bob@example.org', name: '' }] };
    expect(await to({}, led)).toMatchObject({ to: ['bob@example.org'] });
    const away = { ...ask, replyTo: [{ email: 'eve@evil.example', name: '' }] };
    expect(await to({}, away)).toMatchObject({ to: ['ada@example.org'] });
  });
});
