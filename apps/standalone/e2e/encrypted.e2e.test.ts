import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { startMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const armored = '-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA5secretsecret\r\n-----END PGP MESSAGE-----\r\n';
const head = (to: string, subject: string) =>
  `From: ada@example.org\r\nTo: ${to}\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n`;
const kinds: Record<string, (to: string, subject: string) => string> = {
  'PGP/MIME': (to, subject) =>
    `${head(to, subject)}Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary="b"\r\n\r\n` +
    `--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n\r\n--b\r\nContent-Type: application/octet-stream\r\n\r\n${armored}\r\n--b--\r\n`,
  'S/MIME': (to, subject) =>
    `${head(to, subject)}Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\r\n` +
    `Content-Transfer-Encoding: base64\r\n\r\nMIIBsecretsecret\r\n`,
  'inline PGP': (to, subject) => `${head(to, subject)}Content-Type: text/plain\r\n\r\n${armored}`,
};

const sealed = {
  encrypted: true,
  bodyAvailable: false,
  decryptRequired: true,
  decryptStatus: 'missing_agent_envelope',
  decryptAction: 'open_service_web_ui',
  decryptHint: expect.stringMatching(/\w/),
  requiredHeaders: [],
  canDecryptLocally: false,
  agentEnvelopeAvailable: false,
};
const open = {
  encrypted: false,
  bodyAvailable: true,
  decryptRequired: false,
  decryptStatus: 'not_encrypted',
  decryptHint: '',
  decryptAction: '',
};

describe.each(Object.entries(kinds))('mail encrypted by %s', (kind, build) => {
  it('is described alike in every view, and none shows or finds its body', async () => {
    const { address, api } = await mailroom.mailbox();
    await mailroom.send({
      envelope: { from: 'ada@example.org', to: [address] },
      raw: build(address, `sealed ${kind}`),
    });
    await mailroom.send({ from: 'bob@example.org', to: address, subject: 'open', text: 'plain' });
    const listed = await mailroom.received(api, `sealed ${kind}`);
    const { id, threadId } = listed;
    const full = await api.data('GET', `/emails/${id}`);
    const found = async () => (await api.data('GET', '/emails/search?subject=sealed')).items;
    await until(async () => (await found()).length === 1);
    const views: Answer['body'][] = [
      listed,
      full,
      (await found())[0],
      (await api.data('GET', '/emails?view=full')).items.find((email: Answer['body']) => email.id === id),
      (await api.data('GET', '/tasks')).items.find((email: Answer['body']) => email.id === id),
      (await api.data('GET', `/threads/${threadId}`)).items[0],
      (await api.data('POST', '/emails/wait', { afterEmailId: id - 1, subject: 'sealed' })).email,
      await api.data('POST', `/emails/${id}/claim`, { owner: 'a' }),
    ];
    for (const view of views) {
      expect(view).toMatchObject(sealed);
      expect(JSON.stringify(view)).not.toContain('secretsecret');
    }
    expect(full).toMatchObject({ plainText: '', html: '', extractedText: '', verificationCode: '' });
    expect((await api.data('GET', '/emails/search?q=secretsecret')).items).toEqual([]);
    const { id: openId } = await mailroom.received(api, 'open');
    expect(await api.data('GET', `/emails/${openId}`)).toMatchObject(open);
  });
});
