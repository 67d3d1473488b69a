import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { envelopeFor, messageKeyIds } from '@mailroom/openpgp';
import { GnuPg } from '@mailroom/testing';
import { ApiClient, startMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';

const WORDS = 'canary-words-for-the-bridge';
let mailroom: Mailroom;
let gpg: GnuPg;
beforeAll(async () => {
  mailroom = await startMailroom();
  gpg = await GnuPg.start();
});
afterAll(async () => {
  await gpg.close();
  await mailroom.close();
});

/** A mailbox whose agent has a key and a bridge, and whose owner has a key. */
async function bridged() {
  const mailbox = await mailroom.mailbox();
  const owner = await gpg.makeKey(`Owner <${mailbox.address}>`);
  const agent = await gpg.makeKey(`Agent <${mailbox.address}>`);
  await mailbox.api.data('POST', '/keys', { kind: 'owner', publicKey: await gpg.publicKey(owner) });
  const { id: keyId } = await mailbox.api.data('POST', '/keys', {
    kind: 'agent',
    publicKey: await gpg.publicKey(agent),
  });
  const { bridgeId, secret } = await mailbox.api.data('POST', '/bridge/register', { publicKeyFingerprint: agent });
  return { ...mailbox, owner, agent, keyId, bridgeId, secret };
}

type Bridged = { readonly bridgeId: string; readonly secret: string; readonly agent: string };
const headers = ({ bridgeId, secret, agent }: Bridged) => ({
  'x-service-local-e2ee-bridge': bridgeId,
  'x-service-local-e2ee-bridge-secret': secret,
  'x-service-local-e2ee-bridge-key': agent,
});

async function ask(api: ApiClient, path: string, more: Record<string, string>, body?: object): Promise<Answer['body']> {
  const response = await fetch(`${mailroom.baseUrl}/api/agent/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', ...more },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Answer['body'];
  return answer.data ?? answer;
}

async function sendSealed(to: string, subject: string, recipients: readonly string[]): Promise<void> {
  const armored = (await gpg.encrypt(WORDS, [...recipients])).toString().replaceAll('\n', '\r\n');
  const raw =
    `From: ada@example.org\r\nTo: ${to}\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n` +
    `Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary="b"\r\n\r\n` +
    `--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n\r\n` +
    `--b\r\nContent-Type: application/octet-stream\r\n\r\n${armored}\r\n--b--\r\n`;
  await mailroom.send({ envelope: { from: 'ada@example.org', to: [to] }, raw });
}

describe('a request that a bridge makes', () => {
  it('gets ciphertext and envelope of mail for its key, in every view that has bodies', async () => {
    const bridge = await bridged();
    const { api, address, agent, owner } = bridge;
    await sendSealed(address, 'for both', [owner, agent]);
    const { id } = await mailroom.received(api, 'for both');
    const full = await ask(api, `/emails/${id}`, headers(bridge));
    const views = [
      full,
      (await ask(api, '/emails?view=full', headers(bridge))).items[0],
      (await ask(api, '/emails/wait', headers(bridge), { afterEmailId: id - 1 })).email,
      await ask(api, '/tasks/claim-next', headers(bridge), { owner: 'a' }),
    ];
    for (const view of views) {
      expect(view).toMatchObject({ localBridgeDecryptionAttempted: true, decryptStatus: 'agent_envelope_available' });
      expect(await gpg.decrypt(view.encryptedContent.ciphertext)).toBe(WORDS);
      const envelope = Buffer.from(view.encryptedContent.envelope, 'base64');
      expect(messageKeyIds(envelope)).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
    }
    const [summary] = (await ask(api, '/emails', headers(bridge))).items;
    expect(summary).toMatchObject({ localBridgeDecryptionAttempted: false });
    expect(summary.encryptedContent).toBeUndefined();
  }, 90_000);

  it('gets metadata alone where anything of its proof is wrong, whatever it is', async () => {
    const bridge = await bridged();
    const other = await bridged();
    const { api, address, agent, accountId } = { ...bridge, accountId: bridge.id };
    await sendSealed(address, 'sealed', [agent]);
    const { id } = await mailroom.received(api, 'sealed');
    const plain = await api.data('GET', `/emails/${id}`);
    const good = headers(bridge);
    const { token } = await mailroom.manager.data('POST', `/mailboxes/${accountId}/tokens`, {});
    const revoked = await api.data('POST', '/bridge/register', { publicKeyFingerprint: agent });
    await api.data('DELETE', `/bridge/${revoked.id}`);
    const wrong: Record<string, string>[] = [
      { ...good, 'x-service-local-e2ee-bridge-secret': `${bridge.secret.slice(0, -1)}_` },
      { ...good, 'x-service-local-e2ee-bridge-secret': '' },
      { ...good, 'x-service-local-e2ee-bridge-secret': other.secret },
      { ...good, 'x-service-local-e2ee-bridge': other.bridgeId },
      { ...good, 'x-service-local-e2ee-bridge': 'x'.repeat(1_000) },
      { ...good, 'x-service-local-e2ee-bridge': '999999999' },
      { ...good, 'x-service-local-e2ee-bridge-key': other.agent },
      { ...good, 'x-service-local-e2ee-bridge-key': '' },
      headers({ ...revoked, agent }),
      headers(other),
      { 'x-service-local-e2ee-bridge': bridge.bridgeId },
    ];
    for (const each of wrong) expect(await ask(api, `/emails/${id}`, each)).toEqual(plain);
    const second = new ApiClient(mailroom.baseUrl, token);
    expect((await ask(second, `/emails/${id}`, good)).encryptedContent).toBeUndefined();
    expect((await ask(mailroom.manager, `/emails/${id}`, good)).encryptedContent).toBeUndefined();
    expect((await ask(api, `/emails/${id}`, good)).encryptedContent).toBeDefined();
    await api.data('DELETE', `/keys/${bridge.keyId}`);
    expect((await ask(api, `/emails/${id}`, good)).encryptedContent).toBeUndefined();
    expect((await api.data('GET', '/bridge')).items).toEqual([]);
  }, 90_000);

  it('is registered for keys of its own token alone, a few for each, and says so in the audit trail', async () => {
    const bridge = await bridged();
    const stranger = await bridged();
    const typeOf = async (answer: Promise<Answer>) => [(await answer).status, (await answer).body.error?.type];
    for (const body of [
      { keyId: stranger.keyId },
      { publicKeyFingerprint: bridge.owner },
      { publicKeyFingerprint: stranger.agent },
    ])
      expect(await typeOf(bridge.api.call('POST', '/bridge/register', body))).toEqual([404, 'not_found']);
    const both = { keyId: bridge.keyId, publicKeyFingerprint: bridge.agent };
    expect(await typeOf(bridge.api.call('POST', '/bridge/register', both))).toEqual([400, 'invalid_request']);
    for (const _ of [2, 3, 4, 5]) await bridge.api.data('POST', '/bridge/register', { keyId: bridge.keyId });
    const more = bridge.api.call('POST', '/bridge/register', { keyId: bridge.keyId });
    expect((await more).status).toBeGreaterThanOrEqual(400);
    const { items } = await bridge.api.data('GET', '/bridge');
    expect(items).toHaveLength(5);
    expect(JSON.stringify(items)).not.toContain('secret');
    expect(await typeOf(stranger.api.call('DELETE', `/bridge/${items[0].id}`))).toEqual([404, 'not_found']);
    await mailroom.manager.data('DELETE', `/bridge/${items[0].id}`);
    const trail = (await mailroom.manager.data('GET', '/audit?size=50')).items;
    const of = (action: string) => trail.find((entry: Answer['body']) => entry.action === action);
    expect(of('bridge.deleted').details).toMatchObject({ fingerprint: bridge.agent, keyId: bridge.keyId });
    expect(of('bridge.registered').details).toMatchObject({ fingerprint: bridge.agent });
  }, 90_000);
});

describe('a session key that is wrapped later', () => {
  it('makes an old message readable for an agent key, by who decides for the mailbox alone', async () => {
    const bridge = await bridged();
    const { api, address, owner, agent, keyId } = bridge;
    await sendSealed(address, 'old', [owner]);
    const { id } = await mailroom.received(api, 'old');
    expect(await api.data('GET', `/emails/${id}`)).toMatchObject({
      decryptStatus: 'missing_agent_envelope',
      oldMessageRecoverable: true,
    });
    expect((await api.data('GET', `/keys/${keyId}/unwrapped`)).emailIds).toEqual([id]);
    const packetFor = async (fingerprint: string) => {
      const message = await gpg.encrypt(WORDS, [fingerprint]);
      return (envelopeFor(message, messageKeyIds(message)) as Buffer).toString('base64');
    };
    const packet = await packetFor(agent);
    const path = `/emails/${id}/envelopes`;
    expect((await api.call('POST', path, { keyId, packet })).status).toBe(403);
    const whole = (await gpg.encrypt(WORDS, [agent], ['--no-armor'])).toString('base64').slice(0, 2_000);
    for (const bad of [await packetFor(owner), `${packet.slice(0, -4)}`, whole, 'AAAA', ''])
      expect((await mailroom.manager.call('POST', path, { keyId, packet: bad })).status).toBe(400);
    expect((await mailroom.manager.call('POST', path, { keyId: 999_999, packet })).status).toBe(404);
    for (const _ of [1, 2]) await mailroom.manager.data('POST', path, { keyId, packet });
    expect(await ask(api, `/emails/${id}`, headers(bridge))).toMatchObject({
      decryptStatus: 'agent_envelope_available',
      oldMessageRecoverable: false,
      encryptionKeyId: agent,
      encryptedContent: { envelope: packet, ciphertext: expect.stringContaining('BEGIN PGP MESSAGE') },
    });
    expect((await api.data('GET', `/keys/${keyId}/unwrapped`)).emailIds).toEqual([]);
    await mailroom.manager.data('DELETE', `/emails/${id}`);
    expect((await api.call('GET', `/emails/${id}`)).status).toBe(404);
  }, 90_000);
});
