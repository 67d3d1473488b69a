import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startBrowser } from '@mailroom/testing';
import type { Browser } from 'playwright-core';
import type { ApiClient } from './api-client.js';
import { look, openPage, type WatchedPage } from './browser-page.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let browser: Browser;
let own: { address: string; api: ApiClient };
let webmail: WatchedPage;
beforeAll(async () => {
  [mailroom, browser] = await Promise.all([startMailroom(), startBrowser()]);
  own = await mailroom.mailbox('reader');
  webmail = await openPage(browser, `${mailroom.baseUrl}/webmail/`);
}, 120_000);
afterAll(() => Promise.all([browser.close(), mailroom.close()]));

const HTML = `<h1 style="color:#17324d">Hello</h1><p>Your code is <b>482913</b>.</p>
  <p><a href="https://app.lumen.example/verify?t=9f2c">Confirm my address</a></p>
  <img src="https://img.lumen.example/logo.png" alt="logo">`;

async function arrive(subject: string, more: object = {}) {
  await mailroom.send({
    from: 'Lumen Cloud <no-reply@lumen.example>',
    to: own.address,
    subject,
    text: 'See inside.',
    ...more,
  });
  return mailroom.received(own.api, subject);
}

it('lets a person in with a token, and shows what will be there', async () => {
  const { page } = webmail;
  expect(await look(page, 'webmail-sign-in')).toEqual([]);
  await page.getByRole('button', { name: 'Use a mailbox token' }).click();
  await page.getByLabel('Token').fill(own.api.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('No mail yet').waitFor();
  expect(await look(page, 'webmail-empty')).toEqual([]);
});

it('shows a message that comes while somebody looks, with its code', async () => {
  const { page } = webmail;
  const html = { html: HTML, text: 'Your code is 482913. Confirm at https://app.lumen.example/verify?t=9f2c' };
  await arrive('Confirm your email address', html);
  await page.getByRole('link', { name: /Confirm your email address/ }).click();
  await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
  expect(page.url()).toMatch(/\/webmail\/messages\/\d+$/);
  expect(await page.getByRole('group', { name: 'Found code' }).textContent()).toContain('482913');
  const text = page.frameLocator('iframe.mailframe').frameLocator('iframe');
  await text.getByText('Hello').waitFor();
  expect(await text.getByRole('link').getAttribute('rel')).toContain('noopener');
  await page.getByText('img.lumen.example').waitFor();
  expect(await look(page, 'webmail-message')).toEqual([]);
});

it('keeps its place when it is loaded again, and marks what was read', async () => {
  const { page } = webmail;
  await page.reload();
  await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
  const { items } = await own.api.data('GET', '/emails');
  expect(items[0].unread).toBe(false);
});

it('is labelled, and found below its label', async () => {
  const { page } = webmail;
  await page.getByRole('button', { name: 'Label' }).click();
  await page.getByLabel('Labels, separated by commas').fill('codes, trials');
  await page.getByRole('button', { name: 'Save labels' }).click();
  await page.getByRole('navigation', { name: 'Labels' }).getByRole('link', { name: 'codes' }).click();
  await page.getByRole('link', { name: /Confirm your email address/ }).waitFor();
  expect(page.url()).toMatch(/label=codes/);
  await page.getByRole('link', { name: 'Inbox' }).first().click();
});

it('keeps a label that has a comma when another is added, and cuts a long one where the folders end', async () => {
  const { page } = webmail;
  const { id } = await arrive('Labelled by an agent');
  const labels = ['Berlin, Germany', 'x'.repeat(60)];
  await own.api.data('PUT', `/emails/${id}/labels`, { labels });
  await page.goto(`${mailroom.baseUrl}/webmail/messages/${id}`);
  await page.getByRole('button', { name: 'Label', exact: true }).click();
  const line = page.getByLabel('Labels, separated by commas');
  await line.fill(`${await line.inputValue()}, paid`);
  await page.getByRole('button', { name: 'Save labels' }).click();
  const nav = page.getByRole('navigation', { name: 'Labels' });
  await nav.getByRole('link', { name: 'paid' }).waitFor();
  const found = await own.api.data('GET', `/emails/${id}`);
  expect(found.labels.toSorted()).toEqual([...labels, 'paid'].toSorted());
  const [whole, long] = [await nav.boundingBox(), await nav.getByRole('link', { name: /xxx/ }).boundingBox()];
  expect(long?.width).toBe(whole?.width);
  await page.getByRole('link', { name: 'Inbox' }).first().click();
});

it('closes the labels on Escape, with what was typed there, and leaves the message open', async () => {
  const { page } = webmail;
  await page.getByRole('link', { name: /Confirm your email address/ }).click();
  const button = page.getByRole('button', { name: 'Label', exact: true });
  const line = page.getByLabel('Labels, separated by commas');
  await button.click();
  await line.fill('codes, trials, more');
  await page.keyboard.press('Escape');
  await button.waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Label/);
  expect(page.url()).toMatch(/\/messages\/\d+/);
  await page.keyboard.press('l');
  expect(await line.inputValue()).toBe('codes, trials');
  await page.getByRole('button', { name: 'Keep as they are' }).click();
  await page.getByRole('link', { name: 'Inbox' }).first().click();
});

it('answers, and hands the task over as handled', async () => {
  const { page } = webmail;
  const sender = await mailroom.mailbox('asker');
  await sender.api.data('POST', '/send', { to: [own.address], subject: 'A question', text: 'When?' });
  const asked = await mailroom.received(own.api, 'A question');
  await page.getByRole('link', { name: /A question/ }).click();
  await page.getByRole('textbox', { name: 'Reply' }).fill('On Tuesday.');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/webmail\/$/);
  const answer = await mailroom.received(sender.api, 'Re: A question');
  const { plainText, inReplyTo } = await sender.api.data('GET', `/emails/${answer.id}?view=full`);
  expect(plainText).toContain('On Tuesday.');
  expect(inReplyTo).not.toBe('');
  const { task } = await own.api.data('GET', `/emails/${asked.id}?view=full`);
  expect(task.status).toBe('handled');
});

it('keeps what is written as a draft on the server, and sends it with a file', async () => {
  const { page } = webmail;
  const friend = await mailroom.mailbox('friend');
  await page.getByRole('link', { name: 'Write' }).first().click();
  await page.getByLabel('To', { exact: true }).fill(`"Friend, a" <${friend.address}>`);
  await page.getByLabel('Subject').fill('With a file');
  await page.getByRole('textbox', { name: 'Text' }).fill('It is attached.');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') });
  await page.getByText('list.csv').waitFor();
  expect(await look(page, 'webmail-write')).toEqual([]);
  await page
    .getByRole('link', { name: /Drafts/ })
    .first()
    .click();
  await page.getByRole('link', { name: /With a file/ }).click();
  await page.reload();
  expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('It is attached.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/in=sent/);
  const got = await mailroom.received(friend.api, 'With a file');
  expect(got.attachmentCount).toBe(1);
});

it('finds by the words of the API, and says so when there is nothing', async () => {
  const { page } = webmail;
  await page.keyboard.press('/');
  await page.keyboard.type('nothing-like-this');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing was found').waitFor();
  await page.getByLabel('Search mail').fill('question');
  await page.keyboard.press('Enter');
  await page
    .getByRole('link', { name: /A question/ })
    .first()
    .waitFor();
  expect(await look(page, 'webmail-search')).toEqual([]);
  await page.getByLabel('Search mail').fill('x'.repeat(500));
  await page.keyboard.press('Enter');
  await page.getByText('Nothing was found').waitFor();
  const [list, line] = [page.getByRole('region', { name: 'Messages', exact: true }), page.getByRole('search')];
  expect((await line.boundingBox())?.width).toBeLessThan((await list.boundingBox())?.width ?? 0);
});

it('says that nothing has a label, and how something gets it', async () => {
  const { page } = webmail;
  await page.goto(`${mailroom.baseUrl}/webmail/?label=nowhere`);
  await page.getByText('Nothing has this label').waitFor();
  expect(await page.getByText('No mail yet').count()).toBe(0);
});

it('names one folder or label as the one that is looked at, and no other', async () => {
  const { page } = webmail;
  const current = page.locator('.side nav [aria-current]');
  for (const [search, name] of [
    ['', 'Inbox'],
    ['?in=drafts', 'Drafts'],
    ['?in=human', 'Needs a human'],
    ['?label=of%20ada', 'of ada'],
  ] as const) {
    await page.goto(`${mailroom.baseUrl}/webmail/${search}`);
    await page.getByRole('heading', { name, level: 2, exact: true }).waitFor();
    expect(await current.allTextContents()).toEqual([expect.stringMatching(`^${name}`)]);
  }
});

it('asks nobody else for anything, and says nothing on its console', () => {
  expect(webmail.complaints).toEqual([]);
});

it.each([
  ['an address that is none', 'nowhere', 'There is no such page'],
  ['a message that does not exist', 'messages/999999999', 'There is no such email'],
  ['a message whose number is none', 'messages/abc', ''],
  ['a draft that does not exist', 'drafts/999999999', 'There is no such'],
])('shows a way back to the list on %s, also on a phone', async (_, path, words) => {
  const { page } = webmail;
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${mailroom.baseUrl}/webmail/${path}`);
    const reader = page.getByRole('main');
    await reader.getByText(new RegExp(words, 'i')).filter({ visible: true }).first().waitFor();
    if (width === 1440 && path !== 'nowhere') continue;
    await reader.getByRole('link', { name: 'Back to the list' }).click();
    await page.waitForURL(/\/webmail\/$/);
    await page.getByRole('region', { name: 'Messages', exact: true }).waitFor();
  }
  expect(await look(page, 'webmail-no-such-page')).toEqual([]);
  webmail.complaints.length = 0;
});

it('lists all drafts that a mailbox may have, and counts them', async () => {
  const many = await mailroom.mailbox();
  for (let at = 1; at <= 100; at++) await many.api.data('POST', '/drafts', { subject: `Plan ${at}` });
  const { page } = await openPage(browser, `${mailroom.baseUrl}/webmail/?in=drafts`);
  await page.getByRole('button', { name: 'Use a mailbox token' }).click();
  await page.getByLabel('Token').fill(many.api.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /Plan 1$/ }).waitFor();
  expect(await page.getByRole('link', { name: /Plan \d+$/ }).count()).toBe(100);
  const folders = page.getByRole('navigation', { name: 'Folders', exact: true });
  expect(await folders.getByRole('link', { name: /Drafts/ }).textContent()).toBe('Drafts100');
  await page.context().close();
});

it('goes through more messages by key than it has asked for, and shows in the list which of them is open', async () => {
  const many = await mailroom.mailbox();
  for (let at = 0; at <= 60; at++) {
    await mailroom.send({ from: 'ada@far.test', to: many.address, subject: `Number ${at}.`, text: 'Hello.' });
  }
  await mailroom.received(many.api, 'Number 60.');
  const { page } = await openPage(browser, `${mailroom.baseUrl}/webmail/`);
  await page.getByRole('button', { name: 'Use a mailbox token' }).click();
  await page.getByLabel('Token').fill(many.api.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /Number 60/ }).waitFor();
  for (let at = 60; at >= 0; at--) {
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: `Number ${at}.` }).waitFor();
  }
  const open = page.locator('#messages [aria-current]');
  expect(await open.textContent()).toContain('Number 0.');
  const [list, row] = [await page.locator('#messages').boundingBox(), await open.boundingBox()];
  const bottom = (box: typeof row) => (box ? box.y + box.height : 0);
  expect(bottom(row)).toBeLessThanOrEqual(bottom(list) + 1);
  await page.context().close();
}, 60_000);

it('says that a file is too large, and attaches those that were chosen with it', async () => {
  const { page } = await openPage(browser, `${mailroom.baseUrl}/webmail/write`);
  await page.getByRole('button', { name: 'Use a mailbox token' }).click();
  await page.getByLabel('Token').fill((await mailroom.mailbox()).api.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const file = (name: string, bytes: number) => ({ name, mimeType: 'video/mp4', buffer: Buffer.alloc(bytes, 'A') });
  const files = [file('first.mp4', 1_000), file('film.mp4', 30_000_000), file('last.mp4', 1_000)];
  await page.locator('input[type=file]').setInputFiles(files, { timeout: 30_000 });
  await page.getByRole('alert').getByText('larger than').waitFor({ timeout: 30_000 });
  const attached = await page.getByRole('list', { name: 'Attachments' }).getByRole('listitem').allInnerTexts();
  expect(attached.map((text) => text.split(/\s/)[0])).toEqual(['first.mp4', 'last.mp4']);
  await page.context().close();
}, 60_000);

it('signs out, after which its pages show nothing', async () => {
  const { page } = webmail;
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
  await page.goto(`${mailroom.baseUrl}/webmail/messages/1`);
  await page.getByLabel('Password').waitFor();
  expect(await page.context().cookies()).toEqual([]);
});
