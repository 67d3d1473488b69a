import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startBrowser, until } from '@mailroom/testing';
import type { Browser, Frame, Page } from 'playwright-core';
import { openPage } from './browser-page.js';
import { hostileHtml } from './hostile-html.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let browser: Browser;
/** The attacker's own server, which sees every request that gets through. */
let canary: Server;
const seen: string[] = [];
beforeAll(async () => {
  canary = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  [mailroom, browser] = await Promise.all([startMailroom(), startBrowser()]);
}, 120_000);
afterAll(async () => {
  canary.close();
  await Promise.all([browser.close(), mailroom.close()]);
});

const canaryUrl = () => `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;

/** Has one message shown, and waits until it is; what it tried after that has happened, too, when it answers. */
async function show(page: Page, html: string, reader = 'reader'): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    document.querySelector('#stage')?.remove();
    const frame = document.createElement('iframe');
    frame.id = 'stage';
    frame.setAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
    frame.src = '${reader}';
    addEventListener('message', function told({ data, source }) {
      if (source !== frame.contentWindow) return;
      if (data.ready) source.postMessage({ html: ${JSON.stringify(html)} }, '*');
      if (data.shown) { removeEventListener('message', told); resolve(); }
    });
    document.body.append(frame);
  })`);
  const inner = await innermost(page);
  await inner.waitForLoadState('load');
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}

async function innermost(page: Page): Promise<Frame> {
  const stage = await page.waitForSelector('#stage');
  const reader = await stage.contentFrame();
  const handle = await reader?.waitForSelector('iframe');
  const inner = await handle?.contentFrame();
  if (!inner) throw new Error('The message has no frame.');
  return inner;
}

it('shows several hundred hostile messages, of which none runs, asks, opens or goes anywhere', async () => {
  const vectors = hostileHtml(canaryUrl());
  expect(vectors.length).toBeGreaterThan(400);
  const { page, complaints } = await openPage(browser, `${mailroom.baseUrl}/webmail/`);
  const pages: string[] = [];
  page.context().on('page', (opened) => pages.push(opened.url()));
  const address = page.url();
  // Ten in one message: what one leaves open, the next could use.
  for (let at = 0; at < vectors.length; at += 10) await show(page, vectors.slice(at, at + 10).join('\n'));
  expect(await page.evaluate('[window.hit === undefined, location.href]')).toEqual([true, address]);
  expect({ seen, pages, complaints }).toEqual({ seen: [], pages: [], complaints: [] });
}, 180_000);

it('shows each of those that change their shape when they are parsed again by itself', async () => {
  const vectors = hostileHtml(canaryUrl()).filter((html) =>
    /<(math|svg|noscript|template|title|textarea|xmp|noembed|!)/.test(html),
  );
  const { page, complaints } = await openPage(browser, `${mailroom.baseUrl}/webmail/`);
  for (const html of vectors.slice(-60)) await show(page, html);
  expect({ seen, complaints }).toEqual({ seen: [], complaints: [] });
}, 180_000);

it('leaves nothing in a message that could run, and says where links go', async () => {
  const { page } = await openPage(browser, `${mailroom.baseUrl}/webmail/`);
  for (const html of hostileHtml(canaryUrl()).slice(0, 100)) {
    await show(page, `${html}<a href="https://evil.example/x">bank.example</a>`);
    const inner = await innermost(page);
    const shown = await inner.content();
    expect(shown).not.toMatch(/<(script|iframe|object|embed|form|base|link)\b|\son\w+\s*=|javascript:/i);
    if (html.includes('>x</img>')) expect(shown).toContain('goes to evil.example');
  }
}, 180_000);

it('opens a link of a message in a page that knows nothing of this one', async () => {
  const { page } = await openPage(browser, `${mailroom.baseUrl}/webmail/`);
  await show(page, `<a href="${canaryUrl()}/followed">go</a>`);
  const opened = page.context().waitForEvent('page');
  await (await innermost(page)).getByRole('link').click();
  const other = await opened;
  await other.waitForLoadState();
  expect(await other.evaluate('[window.opener, document.referrer]')).toEqual([null, '']);
  expect(page.url()).toMatch(/\/webmail\/$/);
});

it('cannot be put into a frame of another page', async () => {
  const { page } = await openPage(browser, `${mailroom.baseUrl}/webmail/`);
  const context = await browser.newContext();
  const attacker = await context.newPage();
  await attacker.route('http://attacker.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${page.url()}"></iframe>` }),
  );
  await attacker.goto('http://attacker.test/');
  await attacker.waitForLoadState('load');
  expect(attacker.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
});

it('is tried with messages that do run and ask where nobody cleans them', async () => {
  const page = await browser.newPage();
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.goto(`${canaryUrl()}/careless`);
  const loud = hostileHtml(canaryUrl()).filter((html) => /^<(?:img|svg|math|style|noscript)/.test(html));
  await page.evaluate(`document.body.append(...${JSON.stringify(loud)}.map((html) =>
    Object.assign(document.createElement('iframe'), { srcdoc: html })))`);
  const times = (path: string) => seen.filter((url) => url === path).length;
  await until(() => times('/run') >= 10 && times('/fetched') >= 5, { what: 'hostile mail at work', timeoutMs: 30_000 });
  await page.close();
  expect(times('/run')).toBeGreaterThanOrEqual(10);
  seen.length = 0;
}, 60_000);

it.each([
  ['a style that is closed by what is taken out of it', '<style><@import;/style><@import;b title=out>out</style>'],
  ['a style that is closed by what an escape leaves', '<style><\\/style><\\b title=out>out</style>'],
  ['a style that is closed by an escape', '<style>\\3c/style>\\3c b title=out>out</style>'],
])('keeps %s closed', async (_, html) => {
  const { page } = await openPage(browser, `${mailroom.baseUrl}/webmail/`);
  for (const reader of ['reader', 'reader?images']) {
    await show(page, `${html}<p>end</p>`, reader);
    const inner = await innermost(page);
    await inner.getByText('end').waitFor();
    expect(await inner.locator('body b').count()).toBe(0);
  }
});

it('says where a link goes that leaves its scheme out', async () => {
  const { page } = await openPage(browser, `${mailroom.baseUrl}/webmail/`);
  await show(page, '<a href="//evil.example/x">bank.example</a>');
  const link = (await innermost(page)).getByRole('link');
  expect(await link.textContent()).toBe('bank.example (goes to evil.example)');
  expect(await link.getAttribute('href')).toBe('https://evil.example/x');
});

it('names every server that its images would tell, also one that a style hides by escapes', async () => {
  const { page } = await openPage(browser, `${mailroom.baseUrl}/webmail/`);
  await page.evaluate(`addEventListener('message', ({ data }) => { if (data.shown) window.hosts = data.hosts; })`);
  await show(
    page,
    `<p style="background:\\75rl(https://one.example/x)">a</p><style>p{background:\\url(//two.example/x)}</style>
     <img src="https:three.example/x.png">`,
  );
  expect(await page.evaluate('[...window.hosts].sort()')).toEqual(['one.example', 'three.example', 'two.example']);
});
