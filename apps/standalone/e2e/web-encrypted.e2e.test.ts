import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { GnuPg, startBrowser, until } from '@mailroom/testing';
import type { Browser, Page } from 'playwright-core';
import type { ApiClient } from './api-client.js';
import { look, openPage, type WatchedPage } from './browser-page.js';
import { lease, newAgent, type Leased } from './lease-fixture.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';
import { heapOf, kept } from './page-memory.js';

const PASSPHRASE = 'copper lantern orchard seven';
const WORDS = 'canary-of-the-question';
const ANSWER = 'canary-of-the-answer';
const FILE = 'canary-of-the-file';

let mailroom: Mailroom;
let browser: Browser;
let gpg: GnuPg;
let own: Leased;
let ada: { address: string; api: ApiClient };
let webmail: WatchedPage;
let page: Page;
/** Whatever the page said to any server, and which scripts it loaded. */
const said: string[] = [];
const loaded = new Map<string, string>();

beforeAll(async () => {
  [mailroom, browser, gpg] = await Promise.all([startMailroom(), startBrowser(), GnuPg.start()]);
  own = await lease(await newAgent(mailroom));
  ada = await mailroom.mailbox('ada');
  const publicKey = await gpg.publicKey(await gpg.makeKey(`Ada <${ada.address}>`));
  await ada.api.data('POST', '/keys', { kind: 'owner', publicKey });
  webmail = await openPage(browser, `${mailroom.baseUrl}/webmail/`);
  ({ page } = webmail);
  page.on('request', (request) => said.push(`${request.url()} ${request.postData() ?? ''}`));
  page.on('response', (response) => {
    const [, name] = /\/assets\/(pgp-worker|openpgp)-/.exec(response.url()) ?? [];
    if (name !== undefined) loaded.set(name, response.headers()['content-security-policy'] ?? '');
  });
}, 120_000);
afterAll(() => Promise.all([browser.close(), mailroom.close(), gpg.close()]));

async function unlock(passphrase = PASSPHRASE) {
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: 'Unlock' }).click();
}

const ENTITY =
  'Content-Type: multipart/mixed; boundary="in"; protected-headers="v1"\r\nSubject: Gears of which nobody knows\r\n\r\n' +
  '--in\r\nContent-Type: multipart/alternative; boundary="alt"\r\n\r\n' +
  `--alt\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${WORDS}\r\n` +
  `--alt\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<h2>${WORDS}</h2><img src="https://pixel.evil.example/p.png">` +
  '<form action="https://evil.example"><input name="a"></form><script>top.location = "https://evil.example"</script>\r\n' +
  '--alt--\r\n' +
  `--in\r\nContent-Type: text/html; name="notes.html"\r\nContent-Disposition: attachment; filename*=utf-8''notes%E2%80%AE.html\r\n\r\n${FILE}\r\n` +
  '--in--\r\n';

/** A message that GnuPG encrypted for the mailbox. */
async function write(
  subject: string,
  entity: string,
  { from = ada.address, head = '', options = [] as string[] } = {},
) {
  const armored = await gpg.encrypt(entity, [own.address], ['--armor', ...options]);
  const raw =
    `${head}From: ${from}\r\nTo: ${own.address}\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n` +
    'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary="b"\r\n\r\n' +
    '--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n\r\n' +
    `--b\r\nContent-Type: application/octet-stream\r\n\r\n${armored.toString().replaceAll('\n', '\r\n')}\r\n--b--\r\n`;
  await mailroom.send({ envelope: { from, to: [own.address] }, raw });
}

async function open(subject: string) {
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await page.getByRole('link', { name: new RegExp(subject) }).click();
  await page.getByRole('heading', { name: subject }).waitFor();
}

it('makes a key in the browser, of which only the locked form leaves it', async () => {
  await page.getByLabel('Address').fill(own.address);
  await page.getByLabel('Password').fill(own.webmail_password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('No mail yet').waitFor();
  expect([...loaded.keys()]).toEqual([]);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Encryption keys' }).click();
  await page.getByRole('heading', { name: 'Encryption keys' }).waitFor();
  expect(await look(page, 'webmail-keys-none')).toEqual([]);
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByLabel('Passphrase once more').fill(`${PASSPHRASE}!`);
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByText('not the same').waitFor();
  await page.getByLabel('Passphrase once more').fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByText('Your key is made').waitFor();
  expect(await look(page, 'webmail-keys')).toEqual([]);
  const sent = said.find((each) => each.includes('lockedPrivateKey')) ?? '';
  expect(sent).toContain('BEGIN PGP PRIVATE KEY BLOCK');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download backup' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^-----BEGIN PGP PRIVATE KEY BLOCK/);
  // The worker that holds keys can reach nobody; a page may run no WebAssembly.
  expect(loaded.get('pgp-worker')).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
  expect(loaded.has('openpgp')).toBe(true);
});

it('reads what GnuPG encrypted, and loads nothing that it names', async () => {
  const { keys } = await ada.api.data('GET', `/keys/find?address=${encodeURIComponent(own.address)}`);
  await gpg.import(keys[0].publicKey);
  await write('About gears', ENTITY, { options: ['--sign', '--default-key', ada.address] });
  await page.reload();
  await open('About gears');
  await page.getByText('Encrypted. Unlock to read it.').waitFor();
  expect(await look(page, 'webmail-locked')).toEqual([]);
  await unlock('not the passphrase');
  await page.getByText('This is not the passphrase').waitFor();
  await unlock();
  const text = page.frameLocator('iframe.mailframe').frameLocator('iframe');
  await text.getByRole('heading', { name: WORDS }).waitFor();
  await page.getByRole('heading', { name: 'Gears of which nobody knows' }).waitFor();
  expect(await text.locator('img').getAttribute('src')).toBeNull();
  expect(await page.getByRole('button', { name: 'Load images' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Check the signature' }).click();
  await page.getByText(`signed with the key known for ${ada.address}`).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /notes\.html/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('notes.html');
  expect(await readFile(await download.path(), 'utf8')).toContain(FILE);
});

it('answers encrypted and signed, with a file, and leaves no draft behind', async () => {
  await page.getByRole('textbox', { name: 'Reply' }).fill(ANSWER);
  await page.getByText(`Encrypted for ${ada.address}`).waitFor();
  await page.getByRole('button', { name: 'Quote' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'plän.txt', mimeType: 'text/plain', buffer: Buffer.from(FILE) });
  await page.getByText('plän.txt').waitFor();
  expect(await look(page, 'webmail-sealed-answer')).toEqual([]);
  await page.getByRole('button', { name: 'Send encrypted' }).click();
  await page.waitForURL(/\/webmail\/$/);
  const answer = await mailroom.received(ada.api, 'Re: About gears');
  expect(answer).toMatchObject({ encrypted: true });
  const raw = await (
    await fetch(`${mailroom.baseUrl}/api/agent/v1/emails/${answer.id}/raw`, {
      headers: { authorization: `Bearer ${ada.api.token}` },
    })
  ).text();
  expect(raw).not.toContain(ANSWER);
  const [armored = ''] = /-----BEGIN PGP MESSAGE-----[^]*-----END PGP MESSAGE-----/.exec(raw) ?? [];
  const entity = await gpg.decrypt(armored);
  const read = [...entity.matchAll(/\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/g)].map(([, part = '']) =>
    Buffer.from(part, 'base64').toString(),
  );
  expect(read.join()).toContain(ANSWER);
  expect(read.join()).toContain(`> ${WORDS}`);
  expect(read.join()).toContain(FILE);
  expect(entity).toContain("filename*=utf-8''pl%C3%A4n.txt");
  await page.getByRole('link', { name: 'Sent' }).first().click();
  await page.getByRole('link', { name: /Re: About gears/ }).click();
  await page.getByText(ANSWER).waitFor();
  await page
    .getByRole('link', { name: /Drafts/ })
    .first()
    .click();
  await page.getByText('Re: About gears').waitFor({ state: 'detached' });
});

it('sends nothing that somebody would get in the clear', async () => {
  const options = { from: `keyless@${mailroom.domain}`, head: `Reply-To: ${ada.address}, eve@evil.example\r\n` };
  await write('From nowhere', 'no key here', options);
  await open('From nowhere');
  await page.getByText('no key here').waitFor();
  await page.getByText('not signed: anybody can have written it').waitFor();
  await page.getByRole('textbox', { name: 'Reply' }).fill(ANSWER);
  await page.getByText(`No key is known for ${options.from}, so it would be in the clear for them`).waitFor();
  const before = said.length;
  await page.getByRole('button', { name: 'Send encrypted' }).click();
  await page.getByText('Nothing was sent.').waitFor();
  expect(said.slice(before).filter((each) => /\/(?:send|reply|drafts)\b/.test(each.split(' ', 1)[0] ?? ''))).toEqual(
    [],
  );
});

it('shows nothing of a bomb, and goes on after it', async () => {
  await write('A bomb', '0'.repeat(48 * 1024 * 1024), { options: ['-z', '9', '--compress-algo', 'zlib'] });
  await open('A bomb');
  await page.getByText(/can't be decrypted/).waitFor({ timeout: 30_000 });
  await open('About gears');
  const text = page.frameLocator('iframe.mailframe').frameLocator('iframe');
  await text.getByRole('heading', { name: WORDS }).waitFor();
  expect(await page.getByText(/can't be decrypted/).count()).toBe(0);
});

it('goes by the key that it knew first until somebody has accepted another', async () => {
  const { id: accountId } = (await ada.api.data('GET', '/me')).mailboxes[0];
  const fingerprint = await gpg.makeKey(`Ada again <${ada.address}>`);
  const publicKey = await gpg.publicKey(fingerprint);
  await mailroom.manager.data('POST', '/keys', { accountId, kind: 'owner', publicKey });
  await open('About gears');
  await page.getByRole('textbox', { name: 'Reply' }).fill(ANSWER);
  await page.getByText(`Another key than before is published for ${ada.address}`).waitFor();
  await page.getByRole('button', { name: 'Compare the keys' }).click();
  const shown = fingerprint.toUpperCase().replace(/.{4}(?=.)/g, '$& ');
  await page.getByText(shown).waitFor();
  expect(await look(page, 'webmail-changed-key')).toEqual([]);
  await page.getByRole('button', { name: 'Accept the new key' }).click();
  await page.getByText('Another key than before').waitFor({ state: 'detached' });
  await page.getByText(`Encrypted for ${ada.address}`).waitFor();
  await page.getByRole('button', { name: 'Send encrypted' }).click();
  await page.waitForURL(/\/webmail\/$/);
  const keyIds = async () => {
    const { items } = await ada.api.data('GET', '/emails');
    return items.map(({ encryptionKeyId }: { encryptionKeyId: string }) => encryptionKeyId) as string[];
  };
  await until(async () => (await keyIds()).includes(fingerprint));
  expect(new Set(await keyIds()).size).toBe(2);
});

it('writes a new message encrypted', async () => {
  await page.getByRole('link', { name: 'Write' }).first().click();
  await page.getByRole('link', { name: 'Write encrypted' }).click();
  await page.getByLabel('To', { exact: true }).fill(`Ada <${ada.address}>`);
  await page.getByLabel('Subject').fill('Anew');
  await page.getByRole('textbox', { name: 'Text' }).fill(ANSWER);
  await page.getByText(`Encrypted for ${ada.address}`).waitFor();
  expect(await look(page, 'webmail-sealed-write')).toEqual([]);
  // It is nowhere else, so the browser asks before it closes the page.
  const asks = () => page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))");
  expect(await asks()).toBe(true);
  await page.getByRole('button', { name: 'Send encrypted' }).click();
  await page.waitForURL(/in=sent/);
  expect(await asks()).toBe(false);
  expect(await mailroom.received(ada.api, 'Anew')).toMatchObject({ encrypted: true });
});

it('forgets everything when it is locked', async () => {
  await open('About gears');
  await page.reload();
  await unlock();
  await page.getByRole('button', { name: 'Check the signature' }).waitFor();
  await page.getByRole('textbox', { name: 'Reply' }).fill(ANSWER);
  await page.getByRole('button', { name: 'Quote' }).click();
  await page.getByRole('button', { name: 'Lock' }).first().click();
  await page.getByText('Encrypted. Unlock to read it.').waitFor();
  expect(page.workers()).toEqual([]);
  // What the page shows in its place is drawn a moment later.
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))');
  const all = `${await kept(page)} ${await heapOf(page)}`;
  expect(all.includes('About gears')).toBe(true);
  expect([WORDS, ANSWER, FILE, PASSPHRASE].filter((secret) => all.includes(secret))).toEqual([]);
});

it('told no server a word of it, asked nobody else, and said nothing on its console', async () => {
  await until(async () => page.workers().length === 0);
  for (const secret of [WORDS, ANSWER, FILE, PASSPHRASE]) {
    expect(said.filter((each) => each.includes(secret) || each.includes(encodeURIComponent(secret)))).toEqual([]);
  }
  expect(webmail.complaints).toEqual([]);
});

it('stops what takes too long, and the key is asked for again', async () => {
  const endless = (url: URL) => url.pathname.includes('/assets/pgp-worker-');
  await page.route(endless, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'onmessage = () => { for (;;); }' }),
  );
  await page.clock.install();
  await page.reload();
  await unlock();
  await until(async () => page.workers().length === 1);
  await page.clock.fastForward('00:31');
  await page.getByText('took too long and was stopped').waitFor();
  await until(async () => page.workers().length === 0);
  await page.unroute(endless);
  expect(await page.getByLabel('Passphrase', { exact: true }).inputValue()).toBe('');
});

it('locks itself when nobody used it for a quarter of an hour, and with the end of its tab', async () => {
  await unlock();
  await page.getByRole('button', { name: 'Check the signature' }).waitFor();
  await page.clock.fastForward('15:10');
  await page.getByText('nobody used this page for 15 minutes').waitFor();
  await unlock();
  await page.getByRole('button', { name: 'Check the signature' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByText('Encrypted. Unlock to read it.').waitFor();
  await other.close();
  await page.reload();
  await page.getByText('Encrypted. Unlock to read it.').waitFor();
  expect(await kept(page)).not.toContain(WORDS);
});
