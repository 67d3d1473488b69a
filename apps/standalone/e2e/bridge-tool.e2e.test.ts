import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GnuPg, until } from '@mailroom/testing';
import { ask, BridgeTool, pgpMime } from './bridge-tool.js';
import { connectMcp } from './mcp-client.js';
import { startMailroom, type Answer, type Mailroom } from './mailroom-fixture.js';

const WORDS = 'canary-words-from-gnupg';
const ANSWER = 'canary-words-of-the-answer';

let mailroom: Mailroom;
let gpg: GnuPg;
let directory: string;
let tool: BridgeTool;
beforeAll(async () => {
  mailroom = await startMailroom();
  gpg = await GnuPg.start();
  directory = await mkdtemp(join(tmpdir(), 'mailroom-bridge-'));
  tool = new BridgeTool(mailroom.baseUrl, directory);
});
afterAll(async () => {
  tool.close();
  await gpg.close();
  await mailroom.close();
  await rm(directory, { recursive: true, force: true });
});

const entity =
  'Content-Type: multipart/mixed; boundary="in"\r\n\r\n' +
  `--in\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${WORDS} ü\r\n` +
  '--in\r\nContent-Type: text/plain; name="a.txt"\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\nfile words\r\n--in--\r\n';

async function sendPgpMime(to: string, subject: string, armored: Buffer, clear = ''): Promise<void> {
  const raw = pgpMime({ to, subject, armored, clear });
  await mailroom.send({ envelope: { from: 'ada@example.org', to: [to] }, raw });
}

describe('the bridge', () => {
  it('lets an agent claim, read and answer what GnuPG wrote to the key of the owner, and GnuPG reads the answer', async () => {
    const { id: accountId, address, api } = await mailroom.mailbox();
    const ada = await gpg.makeKey('Ada <ada@example.org>');
    await writeFile(join(directory, 'ada.asc'), await gpg.publicKey(ada));
    const owner = await tool.start(api.token, ['keys', 'owner', '--file', join(directory, 'owner.asc')]).end;
    expect(owner).toMatchObject({ code: 0, stderr: '' });
    const bridge = await tool.startBridge(api.token, ['--recipients', join(directory, 'ada.asc')]);
    const { items: keys } = await api.data('GET', '/keys');
    const keyOf = (kind: string) => keys.find((key: Answer['body']) => key.kind === kind);
    await gpg.import(keyOf('owner').publicKey);
    await gpg.import(keyOf('agent').publicKey);
    for (const file of ['agent.asc', 'agent.asc.bridge', 'owner.asc'])
      expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(directory, 'agent.asc'), 'utf8')).toContain('BEGIN PGP PRIVATE KEY');

    await sendPgpMime(address, 'for the owner', await gpg.encrypt(entity, [keyOf('owner').fingerprint]));
    const { id } = await mailroom.received(api, 'for the owner');
    expect(await ask(bridge.url, api.token, `/emails/${id}`)).toMatchObject({
      decryptStatus: 'missing_agent_envelope',
      oldMessageRecoverable: true,
      plainText: '',
    });
    const wrap = ['keys', 'wrap', '--key', String(keyOf('agent').id), '--owner', join(directory, 'owner.asc')];
    const wrapped = await tool.start(mailroom.manager.token, [...wrap, '--account', String(accountId)]).end;
    expect(wrapped).toMatchObject({ code: 0, stdout: 'wrapped 1, could not read 0\n' });

    const claimed = await ask(bridge.url, api.token, '/tasks/claim-next', { owner: 'agent' });
    expect(claimed).toMatchObject({
      id,
      decryptStatus: 'decrypted',
      bodyAvailable: true,
      decryptRequired: false,
      plainText: expect.stringContaining(`${WORDS} ü`),
      attachments: [{ filename: 'a.txt', mimeType: 'text/plain' }],
    });
    expect(claimed.encryptedContent).toBeUndefined();
    const file = await fetch(claimed.attachments[0].url, { headers: { authorization: `Bearer ${api.token}` } });
    expect((await file.text()).trim()).toBe('file words');

    const reply = {
      idempotencyKey: 'once',
      emailId: id,
      text: ANSWER,
      completeTask: true,
      owner: 'agent',
      leaseToken: claimed.task.leaseToken,
    };
    const answered = await ask(bridge.url, api.token, '/reply', reply);
    expect(await ask(bridge.url, api.token, '/reply', reply)).toMatchObject({ id: answered.id });
    expect((await ask(bridge.url, api.token, '/reply', { ...reply, text: 'another' })).error.type).toBe(
      'idempotency_conflict',
    );
    expect(answered.encryption).toEqual({ encryptedFor: ['ada@example.org'], inClearFor: [], signed: true });
    expect(answered).toMatchObject({ encrypted: true, plainText: '' });
    const raw = await (
      await fetch(`${mailroom.baseUrl}/api/agent/v1/emails/${answered.id}/raw`, {
        headers: { authorization: `Bearer ${api.token}` },
      })
    ).text();
    expect(raw).toMatch(/multipart\/encrypted;\s+protocol="application\/pgp-encrypted"/);
    expect(raw).not.toContain(ANSWER);
    const [armored = ''] = /-----BEGIN PGP MESSAGE-----[^]*-----END PGP MESSAGE-----/.exec(raw) ?? [];
    const read = await gpg.call(['--status-fd', '1', '--passphrase', '', '--decrypt'], armored);
    expect(read.toString()).toContain(Buffer.from(ANSWER).toString('base64'));
    expect(read.toString().toLowerCase()).toContain('goodsig');
    expect(await ask(bridge.url, api.token, `/emails/${answered.id}`)).toMatchObject({
      decryptStatus: 'decrypted',
      plainText: expect.stringContaining(ANSWER),
    });
    expect(JSON.stringify(await api.data('GET', `/emails/${id}`))).not.toContain(WORDS);
    expect((await api.data('GET', `/emails/${id}`)).task.status).toBe('handled');
  }, 120_000);

  it('answers MCP with the plain text, marked as what somebody else wrote', async () => {
    const { address, api } = await mailroom.mailbox();
    const bridge = await tool.startBridge(api.token, [], 'mcp.asc');
    const [{ publicKey, fingerprint }] = (await api.data('GET', '/keys')).items;
    await gpg.import(publicKey);
    await sendPgpMime(address, 'for tools', await gpg.encrypt(entity, [fingerprint]));
    const { id } = await mailroom.received(api, 'for tools');
    const mcp = await connectMcp(bridge.url, api.token);
    expect(await mcp.call('get_email', { emailId: id })).toMatchObject({
      decryptStatus: 'decrypted',
      text: expect.stringMatching(new RegExp(`^<mail-[0-9a-f]{12} trust="\\w+">${WORDS}`)),
    });
    const refused = await mcp.call('reply_to_message', { emailId: id, text: ANSWER }).catch(String);
    expect(JSON.stringify(refused)).toContain('no key is known for ada@example.org');
    const sent = await mcp.call('send_email', { to: 'ada@example.org', subject: 'open', text: 'open words' });
    expect(sent).toMatchObject({ encryption: { inClearFor: ['ada@example.org'], signed: false } });
    await mcp.close();

    const stdio = tool.start(api.token, ['bridge', '--key', join(directory, 'mcp.asc'), '--mcp']);
    const call = { name: 'get_email', arguments: { emailId: id } };
    stdio.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })}\n`);
    await until(async () => stdio.said.stdout.includes('\n'));
    expect(JSON.parse(stdio.said.stdout).result.structuredContent).toMatchObject({ decryptStatus: 'decrypted' });
    stdio.child.stdin?.end();
    expect(await stdio.end).toMatchObject({ code: 0, stderr: '' });
  }, 120_000);

  it('refuses other hosts, origins and tokens, and a passphrase that is wrong', async () => {
    const { api } = await mailroom.mailbox();
    const bridge = await tool.startBridge(api.token, [], 'closed.asc');
    const status = async (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const call = request(`${bridge.url}/api/agent/v1/me`, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        call.once('error', reject);
        call.end();
      });
    const authorization = `Bearer ${api.token}`;
    expect(await status({ authorization })).toBe(200);
    expect(await status({ 'x-agent-token': api.token })).toBe(200);
    expect(await status({})).toBe(401);
    expect(await status({ authorization: `Bearer ${mailroom.manager.token}` })).toBe(401);
    expect(await status({ authorization, host: 'rebound.example' })).toBe(403);
    expect(await status({ authorization, origin: 'https://page.example' })).toBe(403);
    const args = ['bridge', '--key', join(directory, 'closed.asc'), '--port', '0'];
    expect((await tool.start(api.token, args, 'another passphrase').end).code).toBe(2);
  }, 120_000);

  it('sends nothing in the clear that has to be encrypted, and says for whom there is no key', async () => {
    const { api } = await mailroom.mailbox();
    const bridge = await tool.startBridge(api.token, [], 'sender.asc');
    const call = { to: ['nobody-known@example.org'], subject: 'Hello', text: ANSWER };
    expect(await ask(bridge.url, api.token, '/send', { ...call, encrypt: 'required' })).toMatchObject({
      status: 409,
      error: { type: 'not_encrypted' },
      message: expect.stringContaining('nobody-known@example.org'),
    });
    const inClear = { encryptedFor: [], inClearFor: ['nobody-known@example.org'], signed: false };
    expect((await ask(bridge.url, api.token, '/send', call)).encryption).toEqual(inClear);
    expect((await api.data('GET', '/emails?type=1')).items).toHaveLength(1);
  }, 120_000);

  it('gives nothing of what was changed on its way, has no protection, or explodes', async () => {
    const { address, api } = await mailroom.mailbox();
    const bridge = await tool.startBridge(api.token, [], 'hostile.asc');
    const [{ publicKey, fingerprint }] = (await api.data('GET', '/keys')).items;
    await gpg.import(publicKey);
    const good = (await gpg.encrypt(entity, [fingerprint], ['--no-armor'])) as Buffer;
    const changed = Buffer.from(good);
    changed[changed.length - 30] = (changed[changed.length - 30] ?? 0) ^ 1;
    const armor = (bytes: Buffer) =>
      Buffer.from(
        `-----BEGIN PGP MESSAGE-----\n\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END PGP MESSAGE-----\n`,
      );
    const bomb = await gpg.encrypt('A'.repeat(64 * 1024 * 1024), [fingerprint], ['--armor', '--compress-algo', 'zlib']);
    const hostile: Record<string, Buffer> = {
      changed: armor(changed),
      cut: armor(good.subarray(0, good.length - 40)),
      unprotected: await gpg
        .encrypt(entity, [fingerprint], ['--armor', '--rfc2440', '--disable-mdc'])
        .catch(() => armor(good.subarray(0, 90))),
      bomb,
    };
    for (const [subject, message] of Object.entries(hostile)) {
      await sendPgpMime(address, subject, message);
      const { id } = await mailroom.received(api, subject);
      const answer = await ask(bridge.url, api.token, `/emails/${id}`);
      expect(JSON.stringify(answer)).not.toContain(WORDS);
      expect(answer).toMatchObject({ plainText: '', html: '', bodyAvailable: false, decryptRequired: true });
    }
    await sendPgpMime(
      address,
      'mixed',
      armor(good),
      '--b\r\nContent-Type: text/html\r\n\r\n<img src="http://evil.example/\r\n',
    );
    const { id } = await mailroom.received(api, 'mixed');
    const mixed = await ask(bridge.url, api.token, `/emails/${id}`);
    expect(mixed).toMatchObject({ decryptStatus: 'decrypted', html: '' });
    expect(JSON.stringify(mixed)).not.toContain('evil.example');
  }, 120_000);
});
