import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { look, openPage } from './browser-page.js';
import { SuiteOfPages } from './web-pages.js';

/** What functions that run in the page find there. */
declare const document: {
  readonly activeElement: { readonly textContent: string; closest(selector: string): object | null } | null;
  readonly documentElement: { readonly dataset: Readonly<Record<string, string>> };
};

const pages = new SuiteOfPages();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const pressed = (page: Page, key: object) => page.locator('body').dispatchEvent('keydown', { ...key, bubbles: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

it('goes to any page, mailbox or action from the palette, by keys alone', async () => {
  const { address } = await pages.mailroom.mailbox('booking');
  const { page, complaints } = await pages.openApp();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).waitFor();
  expect(await look(page, 'app-palette')).toEqual([]);
  await page.keyboard.type('webh');
  await page.keyboard.press('Enter');
  await heading(page, 'Webhooks');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('booking');
  await page.getByRole('option', { name: `${address} Mailbox` }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await heading(page, address);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).fill('nowhere at all');
  await page.getByText('Nothing here is called that.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Go to' }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

it('finds a tenant of the operator by its name in the palette', async () => {
  const { page, complaints } = await pages.openAdmin();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).fill(pages.mailroom.tenantId);
  await page.getByRole('option', { name: pages.mailroom.tenantId }).first().waitFor();
  expect(await look(page, 'admin-palette')).toEqual([]);
  await page.getByRole('option', { name: pages.mailroom.tenantId }).first().click();
  await page.waitForURL(new RegExp(`/admin/tenants/${pages.mailroom.tenantId}`));
  expect(complaints).toEqual([]);
});

it('goes to pages by two keys, says which keys there are, and turns single keys off for good', async () => {
  const { page, complaints } = await pages.openApp();
  await page.keyboard.type('gb');
  await heading(page, 'Billing');
  await page.keyboard.type('gm');
  await heading(page, 'Mailboxes');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'All keys' });
  await dialog.getByText('Go to webhooks').waitFor();
  expect(await look(page, 'app-keys')).toEqual([]);
  await dialog.getByRole('switch', { name: 'Single keys are on' }).uncheck();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await heading(page, 'Mailboxes');
  await page.keyboard.type('gb');
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).fill('all keys');
  await page.keyboard.press('Enter');
  await heading(page, 'Mailboxes');
  await dialog.getByRole('switch', { name: 'Single keys are on' }).check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.type('gb');
  await heading(page, 'Billing');
  expect(complaints).toEqual([]);
});

it('takes a key by its place where the keyboard writes another script', async () => {
  const { page } = await pages.openApp();
  await pressed(page, { key: 'п', code: 'KeyG' });
  await pressed(page, { key: 'и', code: 'KeyB' });
  await heading(page, 'Billing');
  await pressed(page, { key: 'л', code: 'KeyK', ctrlKey: true });
  await page.getByRole('combobox', { name: 'Go to' }).waitFor();
  expect(page.url()).toContain('billing');
});

it.each(['app/tasks', 'webmail/?in=sent'])('skips to the content of %s, and stays where it is', async (path) => {
  const { page } = await openPage(pages.browser, `${pages.mailroom.baseUrl}/${path}`);
  const { api } = await pages.mailroom.mailbox();
  if (path.startsWith('webmail')) await page.getByRole('button', { name: 'Use a mailbox token' }).click();
  await page.getByLabel('Token').fill(api.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const link = page.getByRole('link', { name: 'Skip to content' });
  await link.focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  expect(page.url()).toBe(`${pages.mailroom.baseUrl}/${path}`);
});

it('has the focus in webmail where somebody reads, and on the row again when a message is closed', async () => {
  const { address, api } = await pages.mailroom.mailbox();
  for (const subject of ['First', 'Second']) {
    await pages.mailroom.send({ from: 'Ada <ada@example.org>', to: address, subject, text: 'Hello.' });
    await pages.mailroom.received(api, subject);
  }
  const { page } = await openPage(pages.browser, `${pages.mailroom.baseUrl}/webmail/`);
  await page.getByRole('button', { name: 'Use a mailbox token' }).click();
  await page.getByLabel('Token').fill(api.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /Second/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await heading(page, 'First');
  expect(await focused(page)).toBe('First');
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/webmail\/$/);
  expect(await focused(page)).toContain('Ada');
  expect(await focused(page)).toContain('First');
  await page.keyboard.press('Enter');
  await heading(page, 'First');
  await page.keyboard.press('e');
  await page.waitForURL(/\/webmail\/$/);
  expect(await focused(page)).toContain('First');
  await page.keyboard.press('Enter');
  await heading(page, 'First');
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Sent' }).click();
  await page.waitForURL(/in=sent/);
  expect(await focused(page)).toContain('Sent');
});

it('leaves the keys to whoever composes a letter: they choose nothing, and send nothing', async () => {
  const { address, api } = await pages.mailroom.mailbox();
  const { page } = await openPage(pages.browser, `${pages.mailroom.baseUrl}/webmail/write`);
  await page.getByRole('button', { name: 'Use a mailbox token' }).click();
  await page.getByLabel('Token').fill(api.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const keyboard = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  const enter = (modifiers: 0 | 2) =>
    keyboard.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Enter',
      windowsVirtualKeyCode: 229,
      modifiers,
    });
  await page.getByLabel('To', { exact: true }).fill(address);
  await page.getByRole('textbox', { name: 'Text' }).focus();
  await compose('日');
  for (const control of [0, 2] as const) await enter(control);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).waitFor();
  await compose('sent');
  await page.getByRole('option', { name: 'Sent Folder' }).waitFor();
  await enter(0);
  await page.waitForTimeout(300);
  expect(await page.getByRole('combobox', { name: 'Go to' }).inputValue()).toBe('sent');
  expect(new URL(page.url()).pathname).toBe('/webmail/write');
  expect((await api.data('GET', '/emails?type=1')).items).toEqual([]);
  await keyboard.send('Input.insertText', { text: 'sent' });
  await page.keyboard.press('Enter');
  await page.waitForURL(/in=sent/);
});

it('leaves neither the palette nor the keys open over the page to which Back goes', async () => {
  const { page } = await pages.openApp();
  for (const [key, name] of [
    ['Control+k', 'Go to anything'],
    ['?', 'All keys'],
  ] as const) {
    await page.keyboard.type('gb');
    await heading(page, 'Billing');
    await page.keyboard.press(key);
    await page.getByRole('dialog', { name }).waitFor();
    await page.goBack();
    await page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
    await heading(page, 'Tasks');
  }
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('makes tables and the board one stop of the tab key, with arrows inside and a way back', async () => {
  const box = await pages.mailroom.mailbox('pier');
  for (const subject of ['First', 'Second', 'Third'])
    await pages.mailroom.send({ from: 'ada@lumen.example', to: box.address, subject, text: 'x' });
  const { page, complaints } = await pages.openApp(`tasks?mailbox=${box.id}`);
  const list = page.getByRole('region', { name: 'Waiting' });
  await list.getByRole('link').nth(2).waitFor();
  await page.keyboard.press('j');
  const first = await focused(page);
  await page.keyboard.press('ArrowDown');
  expect([await focused(page), first]).toEqual([expect.stringContaining('ada'), expect.stringContaining('ada')]);
  expect(await focused(page)).not.toBe(first);
  const second = await focused(page);
  await page.keyboard.press('Enter');
  const subject = page.getByRole('complementary', { name: 'Selected task' }).getByRole('heading');
  await subject.waitFor();
  expect(second).toContain(await focused(page));
  await page.keyboard.press('Escape');
  await subject.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe(second);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[data-roving]') ?? null)).toBeNull();
  expect(complaints).toEqual([]);
});

it('shows the tasks of all mailboxes in one board, as they come, and those of one', async () => {
  const [pier, desk] = [await pages.mailroom.mailbox('pier-2'), await pages.mailroom.mailbox('desk-2')];
  const { page, complaints } = await pages.openApp('tasks');
  await page.getByText('Live', { exact: true }).waitFor();
  await pages.mailroom.send({ from: 'ada@lumen.example', to: pier.address, subject: 'At the pier', text: 'x' });
  await pages.mailroom.send({ from: 'ada@lumen.example', to: desk.address, subject: 'At the desk', text: 'x' });
  const waiting = page.getByRole('region', { name: 'Waiting' });
  await waiting.getByText('At the pier').waitFor();
  await waiting.getByText('At the desk').waitFor();
  const { id, task } = await desk.api.data('POST', '/tasks/claim-next', { owner: 'desk-agent' });
  await page.getByRole('region', { name: 'Held by agents' }).getByText('At the desk').waitFor();
  const { leaseToken } = task;
  const given = { owner: 'desk-agent', leaseToken, status: 'needs_human', reason: 'Too dear.' };
  await desk.api.data('PUT', `/emails/${id}/task`, given);
  await page.getByRole('region', { name: 'Needs a human' }).getByText('At the desk').waitFor();
  expect(await look(page, 'app-board')).toEqual([]);
  await page.getByLabel('Mailbox', { exact: true }).selectOption({ label: pier.address });
  await page.getByText('At the desk').waitFor({ state: 'detached' });
  await page.getByText('At the pier').waitFor();
  expect(complaints).toEqual([]);
});

it('keeps the theme that a person chose, in all three interfaces and before anything is drawn', async () => {
  const { page, complaints } = await pages.openApp();
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  await page.getByRole('button', { name: 'Account' }).click();
  expect(await look(page, 'app-account')).toEqual([]);
  await page.getByRole('button', { name: 'Dark' }).click();
  expect(await theme()).toBe('dark');
  await page.route(/\/assets\/(app|webmail|admin)-/, (route) => route.abort());
  for (const interfaceName of ['app', 'webmail', 'admin']) {
    await page.goto(`${pages.mailroom.baseUrl}/${interfaceName}/`);
    expect([interfaceName, await theme()]).toEqual([interfaceName, 'dark']);
  }
  await page.unroute(/\/assets\/(app|webmail|admin)-/);
  await page.goto(`${pages.mailroom.baseUrl}/app/`);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'System' }).click();
  await page.reload();
  await heading(page, 'Tasks');
  expect(await theme()).toBeUndefined();
  // The scripts that the test kept away.
  expect(complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([]);
});

it('opens the mailbox in webmail that /app shows, but not for a link on a foreign page', async () => {
  const { id, address } = await pages.mailroom.mailbox('letters');
  await pages.mailroom.mailbox('others');
  const { page, complaints } = await pages.openApp(`mailboxes/${id}`);
  const link = `${pages.mailroom.baseUrl}/webmail/?from=app&mailbox=${id}`;
  await page.route('http://foreign.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${link}">Read me</a>` }),
  );
  await page.goto('http://foreign.example/');
  complaints.length = 0;
  await page.getByRole('link', { name: 'Read me' }).click();
  await heading(page, 'Read a mailbox');
  const session = async () => (await page.request.get(`${pages.mailroom.baseUrl}/webmail/session`)).json();
  expect(await session()).toEqual({ signedIn: false });
  await page.goto(`${pages.mailroom.baseUrl}/app/mailboxes/${id}`);
  await page.getByRole('link', { name: 'Open webmail' }).click();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  expect(await page.getByRole('button', { name: 'Account' }).first().textContent()).toContain(address.split('@')[0]);
  expect([new URL(page.url()).search, await session()]).toEqual(['', expect.objectContaining({ signedIn: true })]);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Drafts Folder' }).waitFor();
  expect(await look(page, 'webmail-palette')).toEqual([]);
  expect(complaints).toEqual([]);
});
