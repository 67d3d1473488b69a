import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startBrowser, until } from '@mailroom/testing';
import type { Browser, Page } from 'playwright-core';
import { openPage } from './browser-page.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let browser: Browser;
beforeAll(async () => {
  [mailroom, browser] = await Promise.all([startMailroom(), startBrowser()]);
}, 120_000);
afterAll(async () => {
  await Promise.all([browser.close(), mailroom.close()]);
});

const LONG_NAME = 'N'.repeat(300);
/** Words in which no line can be broken. */
const endless = () => ({
  from: `"${LONG_NAME}" <${'a'.repeat(60)}@lumen.example>`,
  subject: 'S'.repeat(900),
  text: `Confirm at https://${'h'.repeat(60)}.example/verify/${'q'.repeat(400)}?token=${'t'.repeat(40)}`,
  html: `<p><a href="https://lumen.example/verify?token=9f2c">${'L'.repeat(300)}</a> confirms your address</p>`,
  attachments: [{ filename: `${'f'.repeat(300)}.pdf`, content: 'x' }],
});
/** Marks that turn the order of letters round: with them a program is called "exe.pdf" to the eye. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** A mailbox in which a message is, with a page of /webmail and one of /app that show it. */
async function withMail(mail: object) {
  const { id: accountId, address, api } = await mailroom.mailbox();
  await mailroom.send({ from: 'ada@lumen.example', to: address, ...mail });
  let id = 0;
  const isThere = async () => {
    id = (await api.data('GET', '/emails')).items[0]?.id ?? 0;
    return id !== 0;
  };
  await until(isThere, { what: 'the message' });
  const webmail = await signedIn('webmail/', api.token);
  const app = await signedIn('app/', mailroom.manager.token);
  await webmail.goto(`${mailroom.baseUrl}/webmail/messages/${id}`);
  await app.goto(`${mailroom.baseUrl}/app/tasks?mailbox=${accountId}&task=${id}`);
  await webmail.locator('.msg h1').waitFor();
  await webmail.locator('.item').waitFor();
  await app.locator('.insp h2').waitFor();
  await app.locator('.task').waitFor();
  return { webmail, app, close: () => Promise.all([webmail.context().close(), app.context().close()]) };
}

async function signedIn(path: string, token: string): Promise<Page> {
  const { page } = await openPage(browser, `${mailroom.baseUrl}/${path}`);
  const withToken = page.getByRole('button', { name: 'Use a mailbox token' });
  if (path === 'webmail/') await withToken.click();
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByRole('link', { name: /Inbox|Tasks/ })
    .first()
    .waitFor();
  return page;
}

/** How far the page, and what scrolls in it, are wider than what is seen of them. */
const tooWide = (page: Page) =>
  page.evaluate(`[document.scrollingElement, ...document.querySelectorAll('.reader, .reply, .insp, .quote, .list, .sheet')]
    .filter((part) => part.scrollWidth > part.clientWidth)
    .map((part) => part.tagName + '.' + part.className + ' ' + part.scrollWidth + ' > ' + part.clientWidth)`);

/** Where the letter begins that follows these, within what is found first. */
const leftOf = (page: Page, selector: string, words: string, letter = 0) =>
  page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.querySelector('${selector}'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.data.indexOf('${words}');
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(walker.currentNode, at + ${letter});
      range.setEnd(walker.currentNode, at + ${letter} + 1);
      return range.getBoundingClientRect().left;
    }
    throw new Error('${selector} does not say ${words}.');
  })()`) as Promise<number>;

it('breaks words that never end, in subjects, names, links and files', async () => {
  const { webmail, app, close } = await withMail(endless());
  await webmail.getByRole('list', { name: 'Found links' }).waitFor();
  for (const width of [320, 360, 1440]) {
    const found: unknown[] = [];
    for (const page of [webmail, app]) {
      await page.setViewportSize({ width, height: 900 });
      found.push(await tooWide(page));
    }
    await webmail.goto(`${mailroom.baseUrl}/webmail/`);
    await webmail.locator('.item').waitFor();
    found.push(await tooWide(webmail));
    await webmail.goBack();
    await webmail.getByRole('list', { name: 'Found links' }).waitFor();
    expect({ width, found }).toEqual({ width, found: [[], [], []] });
  }
  await close();
}, 60_000);

it('lets words of another direction turn none round that stand beside them', async () => {
  const { webmail, app, close } = await withMail({
    from: '"אבג!" <ada@lumen.example>',
    subject: 'דהו!',
    text: '123 זחט!\n\nThe end.',
  });
  const places: readonly (readonly [Page, string, string])[] = [
    [webmail, '.item .from', 'אבג!'],
    [webmail, '.item .sub', 'דהו!'],
    [webmail, '.item .l3', 'זחט!'],
    [webmail, '.msg h1', 'דהו!'],
    [webmail, '.msghead .strong', 'אבג!'],
    [webmail, '.plainbody', 'זחט!'],
    [app, '.task .from', 'אבג!'],
    [app, '.task .sub', 'דהו!'],
    [app, '.insp h2', 'דהו!'],
    [app, '.insp .strong', 'אבג!'],
    [app, '.insp .quote', 'זחט!'],
  ];
  const wrong: string[] = [];
  for (const [page, selector, words] of places) {
    if ((await leftOf(page, selector, words, 3)) > (await leftOf(page, selector, words, 0))) wrong.push(selector);
  }
  expect(wrong).toEqual([]);
  // A number after Hebrew belongs to it, unless it is of somebody else's words.
  expect(await leftOf(app, '.task .snip', '123')).toBeGreaterThan(await leftOf(app, '.task .sub', 'דהו!'));
  expect(await leftOf(webmail, '.plainbody', 'The end', 6)).toBeGreaterThan(
    await leftOf(webmail, '.plainbody', 'The end'),
  );
  await close();
}, 60_000);

it('names the address of a sender who calls himself by another one', async () => {
  const { webmail, app, close } = await withMail({
    from: '"ceo\uff20bank.example" <evil@x.example>',
    subject: 'Urgent',
    text: 'Pay this.',
  });
  const places: readonly (readonly [Page, string])[] = [
    [webmail, '.item .from'],
    [webmail, '.msghead .strong'],
    [app, '.task .from'],
    [app, '.insp .strong'],
  ];
  for (const [page, selector] of places)
    expect({ selector, text: await page.locator(selector).first().textContent() }).toEqual({
      selector,
      text: 'evil@x.example',
    });
  for (const page of [webmail, app])
    expect(await page.evaluate('document.body.innerText')).not.toContain('bank.example');
  for (const [name, page] of Object.entries({ webmail, app }))
    await page.screenshot({ path: `artefacts/pictures/called-${name}.png` });
  await close();
}, 60_000);

it('shows no name, and saves no file under one, that is turned round', async () => {
  const { webmail, app, close } = await withMail({
    from: '"\u202emada" <ada@lumen.example>',
    subject: '\u2067invoice\u202eexe.pdf\u200f',
    text: 'See the file.',
    attachments: [{ filename: 'invoice\u202e\u061cfdp.exe', content: 'x' }],
  });
  const file = webmail.getByRole('list', { name: 'Attachments' }).getByRole('link');
  expect(await file.textContent()).toBe('invoicefdp.exe 1 B');
  for (const page of [webmail, app]) expect(await page.evaluate('document.body.textContent')).not.toMatch(TURNING);
  const [download] = await Promise.all([webmail.waitForEvent('download'), file.click()]);
  expect(download.suggestedFilename()).toBe('invoicefdp.exe');
  const address = (await file.getAttribute('href')) ?? '';
  const { headers } = await webmail.evaluate<{
    headers: string;
  }>(`fetch('${address}', { headers: { 'x-mailroom-page': '1' } })
    .then((answer) => ({ headers: answer.headers.get('content-disposition') }))`);
  expect(headers).toBe(`attachment; filename="invoicefdp.exe"; filename*=UTF-8''invoicefdp.exe`);
  await close();
}, 60_000);
