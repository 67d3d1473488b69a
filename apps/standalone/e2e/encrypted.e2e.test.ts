import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GnuPg, until } from '@mailroom/testing';
import { startHookReceiver } from './hook-receiver.js';
import { HostedClient } from './hosted-client.js';
import { connectMcp } from './mcp-client.js';
import { ApiClient, startMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';

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
    const hosted = new HostedClient(mailroom.baseUrl, api.token);
    const mcp = await connectMcp(mailroom.baseUrl, api.token);
    const everywhere = async (emailId: number) => [
      (await hosted.call('GET', `/v1/mailboxes/self/messages/${emailId}`)).body,
      await mcp.call('get_email', { emailId }),
    ];
    for (const view of await everywhere(id)) expect(view).toMatchObject(sealed);
    for (const view of await everywhere(openId))
      expect(view).toMatchObject({ ...open, localBridgeDecryptionAttempted: false });
    await mcp.close();
  });
});

describe('mail that GnuPG encrypts', () => {
  const WORDS = 'canary-words-of-the-body';
  let gpg: GnuPg;
  beforeAll(async () => {
    gpg = await GnuPg.start();
  });
  afterAll(() => gpg.close());

  const missing = { ...sealed, oldMessageRecoverable: false, encryptionKeyId: '' };
  const ownerAlone = (encryptionKeyId: string) => ({ ...sealed, oldMessageRecoverable: true, encryptionKeyId });
  const available = (encryptionKeyId: string) => ({
    ...sealed,
    decryptStatus: 'agent_envelope_available',
    decryptAction: 'retry_with_local_bridge_headers',
    requiredHeaders: [
      'x-service-local-e2ee-bridge',
      'x-service-local-e2ee-bridge-secret',
      'x-service-local-e2ee-bridge-key',
    ],
    canDecryptLocally: true,
    localBridgeRuntimeRequired: true,
    plaintextAvailableOnlyInPluginBridge: true,
    localBridgeDecryptionAttempted: false,
    oldMessageRecoverable: false,
    agentEnvelopeAvailable: true,
    encryptionKeyId,
  });

  /** A mailbox with an owner key, and one of the agent whose token `api` has. */
  async function keyed() {
    const mailbox = await mailroom.mailbox();
    const owner = await gpg.makeKey(`Owner <${mailbox.address}>`);
    const agent = await gpg.makeKey(`Agent <${mailbox.address}>`);
    const register = async (kind: string, fingerprint: string) =>
      mailbox.api.data('POST', '/keys', { kind, publicKey: await gpg.publicKey(fingerprint) });
    await register('owner', owner);
    const { id: agentKeyId } = await register('agent', agent);
    return { ...mailbox, owner, agent, agentKeyId };
  }

  async function sendPgpMime(to: string, subject: string, armoredText: Buffer): Promise<void> {
    const body = armoredText.toString().replaceAll('\n', '\r\n');
    const raw =
      `${head(to, subject)}Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary="b"\r\n\r\n` +
      `--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n\r\n` +
      `--b\r\nContent-Type: application/octet-stream; name="encrypted.asc"\r\n\r\n${body}\r\n--b--\r\n`;
    await mailroom.send({ envelope: { from: 'ada@example.org', to: [to] }, raw });
  }

  it('says on every surface who can read it, and its ciphertext is what is kept', async () => {
    const { id: accountId, address, api, owner, agent } = await keyed();
    const receiver = await startHookReceiver();
    await api.data('POST', '/webhooks', { url: `${receiver.origin}/hook` });
    await sendPgpMime(address, 'for both', await gpg.encrypt(WORDS, [owner, agent]));
    await sendPgpMime(address, 'for the owner', await gpg.encrypt(WORDS, [owner]));
    const listed = await mailroom.received(api, 'for both');
    const { id: ownersId } = await mailroom.received(api, 'for the owner');
    const { token } = await mailroom.manager.data('POST', `/mailboxes/${accountId}/tokens`, {});
    const other = new ApiClient(mailroom.baseUrl, token);

    const full = await api.data('GET', `/emails/${listed.id}`);
    for (const view of [listed, full, (await api.data('GET', '/emails?view=full')).items.find(sameId(listed.id))])
      expect(view).toMatchObject(available(agent));
    expect(await api.data('GET', `/emails/${ownersId}`)).toMatchObject(ownerAlone(owner));
    expect(await other.data('GET', `/emails/${listed.id}`)).toMatchObject(ownerAlone(owner));
    expect(await mailroom.manager.data('GET', `/emails/${listed.id}`)).toMatchObject(ownerAlone(owner));

    const hosted = await new HostedClient(mailroom.baseUrl, api.token).call(
      'GET',
      `/v1/mailboxes/self/messages/${listed.id}`,
    );
    expect(hosted.body).toMatchObject({ ...available(agent), text: '', html: '' });
    const mcp = await connectMcp(mailroom.baseUrl, api.token);
    expect(await mcp.call('get_email', { emailId: listed.id })).toMatchObject({
      ...available(agent),
      text: expect.not.stringContaining(WORDS),
    });
    await mcp.close();
    const posted = () =>
      receiver.hits.map(({ body }) => JSON.parse(body).data).find(({ emailId }) => emailId === listed.id);
    await until(async () => posted() !== undefined);
    expect(posted().email).toMatchObject(available(agent));
    receiver.close();

    const raw = await fetch(`${mailroom.baseUrl}/api/agent/v1/emails/${listed.id}/raw`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    const [armoredText = ''] = /-----BEGIN PGP MESSAGE-----[^]*-----END PGP MESSAGE-----/.exec(await raw.text()) ?? [];
    expect(await gpg.decrypt(armoredText)).toBe(WORDS);
    expect(JSON.stringify(full)).not.toContain(WORDS);
  }, 90_000);

  it('knows readers of inline messages and of those that gateways have bent, and none that is hidden', async () => {
    const { address, api, agent } = await keyed();
    const message = (await gpg.encrypt(WORDS, [agent])).toString().replaceAll('\n', '\r\n');
    const binary = await gpg.encrypt(WORDS, [agent], ['--no-armor']);
    const hidden = (await gpg.encrypt(WORDS, [agent], ['--armor', '--throw-keyids'])).toString();
    const send = (subject: string, rest: string) =>
      mailroom.send({ envelope: { from: 'ada@example.org', to: [address] }, raw: `${head(address, subject)}${rest}` });
    await send('inline', `Content-Type: text/plain\r\n\r\nHello,\r\n\r\n${message}`);
    await send('quoted', `Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(message)}`);
    await send('html', `Content-Type: text/html\r\n\r\n<pre>${message.replaceAll('\r\n', '<br>\r\n')}</pre>`);
    await send(
      'bent',
      `Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n` +
        `--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b\r\n` +
        `Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(binary)}\r\n--b--\r\n`,
    );
    await sendPgpMime(address, 'hidden', Buffer.from(hidden));
    for (const subject of ['inline', 'quoted', 'html', 'bent'])
      expect(await mailroom.received(api, subject)).toMatchObject(available(agent));
    expect(await mailroom.received(api, 'hidden')).toMatchObject(missing);
  }, 90_000);

  it('is for a key as long as that belongs to the token, and for the successor of a token', async () => {
    const signedUp = (await new HostedClient(mailroom.baseUrl).data('POST', '/public/signup')) as Answer['body'];
    const hosted = new HostedClient(mailroom.baseUrl, signedUp.accessToken);
    const old = new ApiClient(mailroom.baseUrl, signedUp.accessToken);
    const [{ email: address }] = (await old.data('GET', '/mailboxes')).items;
    const agent = await gpg.makeKey(`Agent <${address}>`);
    const { id } = await old.data('POST', '/keys', { kind: 'agent', publicKey: await gpg.publicKey(agent) });
    await sendPgpMime(address, 'for the agent', await gpg.encrypt(WORDS, [agent]));
    expect(await mailroom.received(old, 'for the agent')).toMatchObject(available(agent));
    const { token } = (await hosted.call('POST', '/v1/auth/token/rotate', {})).body;
    const next = new ApiClient(mailroom.baseUrl, String(token));
    for (const api of [old, next])
      expect(await mailroom.received(api, 'for the agent')).toMatchObject(available(agent));
    expect(await next.data('DELETE', `/keys/${id}`)).toEqual({ id });
    expect(await mailroom.received(next, 'for the agent')).toMatchObject(missing);
  }, 90_000);
});

const sameId = (id: number) => (email: Answer['body']) => email.id === id;
const base64 = (content: string | Buffer) =>
  (
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n');
