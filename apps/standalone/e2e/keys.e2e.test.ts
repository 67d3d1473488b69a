import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GnuPg } from '@mailroom/testing';
import { ApiClient, startMailroom, type Mailroom } from './mailroom-fixture.js';

const PASSPHRASE = 'long words';

let mailroom: Mailroom;
let gpg: GnuPg;
beforeAll(async () => {
  [mailroom, gpg] = await Promise.all([startMailroom(), GnuPg.start()]);
});
afterAll(() => Promise.all([mailroom.close(), gpg.close()]));

async function keyFor(address: string) {
  const fingerprint = await gpg.makeKey(`Owner <${address}>`, PASSPHRASE);
  const [publicKey, lockedPrivateKey] = await Promise.all([
    gpg.publicKey(fingerprint),
    gpg.privateKey(fingerprint, PASSPHRASE),
  ]);
  return { fingerprint, publicKey, lockedPrivateKey };
}

async function tokenOf(mailboxId: number, scopes: string[]): Promise<{ id: number; api: ApiClient }> {
  const { id, token } = await mailroom.manager.data('POST', `/mailboxes/${mailboxId}/tokens`, { scopes });
  return { id, api: new ApiClient(mailroom.baseUrl, token) };
}

const typeOf = async (answer: ReturnType<ApiClient['call']>) => {
  const { status, body } = await answer;
  return [status, body.error?.type];
};

describe('the keys of a mailbox', () => {
  it('are registered, listed, replaced and deleted, and the audit trail has their fingerprints', async () => {
    const { id: accountId, address, api } = await mailroom.mailbox();
    const [first, second] = [await keyFor(address), await keyFor(address)];
    const { fingerprint: _f, ...body } = first;
    const made = await api.data('POST', '/keys', { kind: 'owner', ...body });
    expect(made).toMatchObject({ accountId, kind: 'owner', fingerprint: first.fingerprint, hasLockedPrivateKey: true });
    expect(made.publicKey).toMatch(/^-----BEGIN PGP PUBLIC KEY BLOCK-----/);
    expect(await api.data('POST', '/keys', { kind: 'owner', publicKey: body.publicKey })).toEqual(made);

    const { id } = await mailroom.manager.data('POST', '/keys', {
      accountId,
      kind: 'owner',
      publicKey: second.publicKey,
    });
    const { items } = await api.data('GET', '/keys');
    expect(items).toMatchObject([
      { id: made.id, replacedAt: expect.any(String) },
      { id, fingerprint: second.fingerprint, replacedAt: null, hasLockedPrivateKey: false },
    ]);
    await mailroom.manager.data('DELETE', `/keys/${made.id}`);
    expect((await api.data('GET', '/keys')).items).toHaveLength(1);
    expect((await mailroom.manager.data('GET', '/audit?size=4')).items).toMatchObject([
      { action: 'key.deleted', targetId: String(made.id), details: { kind: 'owner', fingerprint: first.fingerprint } },
      { actor: 'manager', action: 'key.registered', details: { accountId, fingerprint: second.fingerprint } },
      { actor: 'mailbox', action: 'key.registered', details: { fingerprint: first.fingerprint } },
      { actor: 'mailbox', action: 'key.registered', targetType: 'key', targetId: String(made.id) },
    ]);
  }, 60_000);

  it('never have a secret that is not locked, nor one of an agent', async () => {
    const { address, api } = await mailroom.mailbox();
    const { fingerprint, publicKey, lockedPrivateKey } = await keyFor(address);
    const open = await gpg.makeKey(`Open <${address}>`);
    const other = await keyFor(address);
    const attempts = [
      { kind: 'owner', publicKey: await gpg.publicKey(open), lockedPrivateKey: await gpg.privateKey(open) },
      { kind: 'owner', publicKey: lockedPrivateKey },
      { kind: 'owner', publicKey: lockedPrivateKey.replaceAll('PRIVATE', 'PUBLIC') },
      { kind: 'owner', publicKey, lockedPrivateKey: other.lockedPrivateKey },
      { kind: 'owner', publicKey, lockedPrivateKey: publicKey },
      { kind: 'agent', publicKey, lockedPrivateKey },
      { kind: 'agent', publicKey: 'words' },
      { kind: 'owner', publicKey: await gpg.publicKey(await gpg.makeKey('Else <else@example.org>')) },
      { kind: 'else', publicKey },
      { kind: 'owner' },
    ];
    for (const body of attempts)
      expect(await typeOf(api.call('POST', '/keys', body))).toEqual([400, 'invalid_request']);
    expect((await api.data('GET', '/keys')).items).toEqual([]);
    expect(fingerprint).not.toBe(open);
  }, 60_000);

  it('of an agent belong to its token, and go with it', async () => {
    const { id: mailboxId, address } = await mailroom.mailbox();
    const [mine, theirs] = [await tokenOf(mailboxId, ['read']), await tokenOf(mailboxId, ['read', 'send'])];
    const { publicKey } = await keyFor(address);
    const key = await mine.api.data('POST', '/keys', { kind: 'agent', publicKey });
    expect(key).toMatchObject({ kind: 'agent', tokenId: mine.id, lockedPrivateKey: '', hasLockedPrivateKey: false });
    expect(await typeOf(theirs.api.call('DELETE', `/keys/${key.id}`))).toEqual([403, 'insufficient_scope']);
    expect(await typeOf(mine.api.call('POST', '/keys', { kind: 'owner', publicKey }))).toEqual([
      403,
      'insufficient_scope',
    ]);
    await mailroom.manager.data('DELETE', `/tokens/${mine.id}`);
    expect((await theirs.api.data('GET', '/keys')).items).toEqual([]);
    const own = await theirs.api.data('POST', '/keys', { kind: 'agent', publicKey });
    expect(await theirs.api.data('DELETE', `/keys/${own.id}`)).toEqual({ id: own.id });
  }, 60_000);

  it('of the owner are not for an agent to replace, and their locked part is not for it to read', async () => {
    const { id: accountId, address, api } = await mailroom.mailbox();
    const [owner, agent] = [await keyFor(address), await keyFor(address)];
    const { fingerprint: _f, ...body } = owner;
    const { id } = await mailroom.manager.data('POST', '/keys', { accountId, kind: 'owner', ...body });
    const attempts = [
      api.call('POST', '/keys', { kind: 'owner', publicKey: agent.publicKey }),
      api.call('DELETE', `/keys/${id}`),
    ];
    for (const attempt of attempts) expect(await typeOf(attempt)).toEqual([403, 'insufficient_scope']);
    expect((await api.data('GET', '/keys')).items).toMatchObject([{ lockedPrivateKey: '', hasLockedPrivateKey: true }]);
    const [{ lockedPrivateKey }] = (await mailroom.manager.data('GET', `/keys?accountId=${accountId}`)).items;
    const elsewhere = await GnuPg.start();
    await elsewhere.import(lockedPrivateKey);
    const message = await gpg.encrypt('still readable', [owner.fingerprint]);
    expect(await elsewhere.decrypt(message, PASSPHRASE)).toBe('still readable');
    await elsewhere.close();
  }, 60_000);

  it('stay one in force, whoever registers them at the same moment', async () => {
    const { id: accountId, address } = await mailroom.mailbox();
    const keys: { publicKey: string }[] = [];
    while (keys.length < 4) keys.push(await keyFor(address));
    await Promise.all(
      keys.map(({ publicKey }) => mailroom.manager.data('POST', '/keys', { accountId, kind: 'owner', publicKey })),
    );
    const { items } = await mailroom.manager.data('GET', `/keys?accountId=${accountId}`);
    expect(items.map(({ replacedAt }: { replacedAt: string | null }) => replacedAt === null).sort()).toEqual([
      false,
      false,
      false,
      true,
    ]);
  }, 60_000);

  it('of another mailbox or tenant are not there', async () => {
    const [mine, theirs] = [await mailroom.mailbox(), await mailroom.mailbox()];
    const { publicKey } = await keyFor(theirs.address);
    const { id } = await theirs.api.data('POST', '/keys', { kind: 'owner', publicKey });
    const stranger = await mailroom.stranger();
    for (const caller of [mine.api, stranger]) {
      const attempts = [
        caller.call('GET', `/keys?accountId=${theirs.id}`),
        caller.call('POST', '/keys', { accountId: theirs.id, kind: 'agent', publicKey }),
        caller.call('DELETE', `/keys/${id}`),
      ];
      for (const attempt of attempts) expect(await typeOf(attempt)).toEqual([404, 'not_found']);
    }
  }, 60_000);
});
