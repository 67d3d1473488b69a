import { get } from 'node:http';
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

  it('are found by others here by their address, and a new one is shown as changed until it is accepted', async () => {
    const { id: accountId, address } = await mailroom.mailbox();
    const reader = await mailroom.mailbox();
    const find = () => reader.api.data('GET', `/keys/find?address=${address}`);
    expect(await find()).toEqual({ address, keys: [] });
    const [first, second] = [await keyFor(address), await keyFor(address)];
    const own = { accountId, kind: 'owner' };
    await mailroom.manager.data('POST', '/keys', { ...own, publicKey: first.publicKey });
    const pinned = { fingerprint: first.fingerprint, source: 'hosted', pinned: true, changed: false };
    expect((await find()).keys).toMatchObject([pinned]);
    await mailroom.manager.data('POST', '/keys', { ...own, publicKey: second.publicKey });
    const changed = { fingerprint: second.fingerprint, source: 'hosted', pinned: false, changed: true };
    expect((await find()).keys).toMatchObject([pinned, changed]);
    await mailroom.manager.data('POST', '/keys/pins', { address, fingerprint: second.fingerprint });
    expect((await find()).keys).toMatchObject([{ ...changed, pinned: true, changed: false }]);
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

describe('the key of an owner', () => {
  const published = (path: string, init: RequestInit = {}) =>
    fetch(`${mailroom.baseUrl}/.well-known/openpgpkey/${path}`, init);

  async function owned() {
    const mailbox = await mailroom.mailbox();
    const key = await keyFor(mailbox.address);
    const { id } = await mailbox.api.data('POST', '/keys', { kind: 'owner', publicKey: key.publicKey });
    const listing = (await gpg.call(['--with-wkd-hash', '--list-keys', key.fingerprint])).toString();
    const [, hash = ''] = new RegExp(`([a-z0-9]{32})@${mailroom.domain}`).exec(listing) ?? [];
    return { ...mailbox, ...key, keyId: id, path: `${mailroom.domain}/hu/${hash}`, hash };
  }

  it('is in the Web Key Directory where GnuPG looks for it, and GnuPG writes to what is there', async () => {
    const { path, fingerprint, address } = await owned();
    const answer = await published(`${path}?l=${address.split('@')[0]}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const sender = await GnuPg.start();
    await sender.import(Buffer.from(await answer.arrayBuffer()));
    expect(await sender.fingerprints()).toEqual([fingerprint]);
    expect(await gpg.decrypt(await sender.encrypt('found you', [fingerprint]), PASSPHRASE)).toBe('found you');
    await sender.close();
    const head = await published(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const policy = await published(`${mailroom.domain}/policy`);
    expect([policy.status, await policy.text()]).toEqual([200, '']);
    expect(policy.headers.get('access-control-allow-origin')).toBe('*');
    expect((await published('policy')).status).toBe(200);
  }, 60_000);

  it('is there by the direct method, for the host that is asked', async () => {
    const { hash } = await owned();
    const { hostname, port } = new URL(mailroom.baseUrl);
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { hostname, port, path: `/.well-known/openpgpkey/hu/${hash}`, headers: { host } };
        get(options, (response) => resolve(response.resume().statusCode)).on('error', reject);
      });
    expect(await ask(mailroom.domain)).toBe(200);
    expect(await ask(`${mailroom.domain.toUpperCase()}:443`)).toBe(200);
    expect(await ask('example.org')).toBe(404);
  }, 60_000);

  it('is gone like one that never was, with its key or while its mailbox is closed', async () => {
    const { path, keyId, id } = await owned();
    const bare = await mailroom.mailbox();
    const listing = (await gpg.call(['--with-wkd-hash', '--list-keys', await gpg.makeKey(bare.address)])).toString();
    const [, none = ''] = new RegExp(`([a-z0-9]{32})@${mailroom.domain}`).exec(listing) ?? [];
    const answerOf = async (at: string) => {
      const { status, headers, body } = await published(at).then(async (answer) => {
        return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
      });
      return [status, headers.get('content-type'), headers.get('access-control-allow-origin'), body.message];
    };
    const missing = await answerOf(`${mailroom.domain}/hu/${'y'.repeat(32)}`);
    expect(missing.slice(0, 3)).toEqual([404, expect.stringContaining('application/json'), '*']);
    for (const at of [
      `${mailroom.domain}/hu/${none}`,
      'example.org/hu/x',
      path.replace(mailroom.domain, 'example.org'),
    ])
      expect(await answerOf(at)).toEqual(missing);
    await mailroom.manager.data('PATCH', `/mailboxes/${id}`, { status: 1 });
    expect(await answerOf(path)).toEqual(missing);
    await mailroom.manager.data('PATCH', `/mailboxes/${id}`, { status: 0 });
    expect((await published(path)).status).toBe(200);
    await mailroom.manager.data('DELETE', `/keys/${keyId}`);
    expect(await answerOf(path)).toEqual(missing);
  }, 60_000);

  it('goes with the mail that the mailbox sends, and with no other', async () => {
    const { api, address, fingerprint } = await owned();
    const reader = await mailroom.mailbox();
    const headersOf = async (subject: string) => {
      const { id } = await mailroom.received(reader.api, subject);
      const { headers } = await reader.api.data('GET', `/emails/${id}`);
      return (headers as { name: string; value: string }[]).filter(({ name }) => name.toLowerCase() === 'autocrypt');
    };
    await api.data('POST', '/send', { to: [reader.address], subject: 'with a key', text: 'words' });
    const [field] = await headersOf('with a key');
    const [, addr, keydata = ''] = /^addr=([^;]+); keydata= ?([\s\S]+)$/.exec(field?.value ?? '') ?? [];
    expect(addr).toBe(address);
    const correspondent = await GnuPg.start();
    await correspondent.import(Buffer.from(keydata, 'base64'));
    expect(await correspondent.fingerprints()).toEqual([fingerprint]);
    await correspondent.close();
    await reader.api.data('POST', '/send', { to: [reader.address], subject: 'without one', text: 'words' });
    expect(await headersOf('without one')).toEqual([]);
  }, 60_000);
});
