import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startBrowser, until } from '@mailroom/testing';
import type { Browser, Page } from 'playwright-core';
import { openPage } from './browser-page.js';
import { ApiClient } from './mailroom-fixture.js';
import { launchOperator } from './operator-command.js';
import { StandaloneProcess } from './standalone-process.js';
import { leaseOnPage, openApp, signInWithWallet, type WalletPage } from './web-app-page.js';

let system: StandaloneProcess;
let browser: Browser;
let url: string;
let person: WalletPage;
/** Somebody else of the installation, who writes and is answered. */
let service: { readonly address: string; readonly api: ApiClient };
beforeAll(async () => {
  system = await StandaloneProcess.make();
  [browser] = await Promise.all([startBrowser(), system.start()]);
  url = `http://127.0.0.1:${system.ports.http}`;
  const { mailbox, token } = await (
    await system.manager()
  ).data('POST', '/mailboxes', {
    email: 'sign-up@mailroom.test',
  });
  service = { address: mailbox.email, api: new ApiClient(url, token.token) };
  person = await openApp(browser, url);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await system.remove();
});

const hasReceived = (subject: string) =>
  until(
    async () => {
      const { items } = await service.api.data('GET', '/emails?size=50');
      return items.some((item: { subject: string }) => item.subject === subject);
    },
    { what: `"${subject}" to arrive` },
  );

async function write(subject: string, password: string): Promise<void> {
  const { page } = person;
  await page.goto(`${url}/app/send`);
  await page.getByLabel('To', { exact: true }).fill(service.address);
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message').fill('Thank you.');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Opens the dialog of a change, says why, and makes it. */
async function change(page: Page, button: string, reason: string, verb: RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name: verb }).click();
}

it('leads a person from the bare URL to a code, an answer and credits, and an operator to suspend and restore them', async () => {
  const { page, account, complaints } = person;
  await page.goto(url);
  await signInWithWallet(person);
  const { address, password } = await leaseOnPage(page);

  await page.getByRole('table').getByRole('link').first().click();
  await page.getByText('No mail yet').waitFor();
  const text = 'Your verification code is 482913.';
  await service.api.data('POST', '/send', { to: [address], subject: 'Confirm your address', text });
  await page.getByText('482913').waitFor();

  await page.goto(`${url}/webmail/`);
  await page.getByRole('button', { name: 'Continue from the app' }).click();
  await page.getByRole('link', { name: /Confirm your address/ }).click();
  expect(await page.getByRole('group', { name: 'Found code' }).textContent()).toContain('482913');
  await page.getByRole('textbox', { name: 'Reply' }).fill('It was 482913.');
  await page.getByRole('button', { name: 'Send' }).click();
  await hasReceived('Re: Confirm your address');

  const funds = ['chain', 'fund', account.address, '25'];
  expect((await launchOperator(funds, { MAILROOM_DATA_DIR: system.dataDirectory }).ended).code).toBe(0);
  await page.goto(`${url}/app/billing`);
  await page.getByRole('radio').nth(1).check();
  await page.getByRole('button', { name: /^Top up/ }).click();
  await page.getByText('1000 credits are yours.').waitFor();

  const operator = await openPage(browser, `${url}/admin/`);
  const token = await readFile(join(system.dataDirectory, 'operator-token'), 'utf8');
  await operator.page.getByLabel('Operator token').fill(token.trim());
  await operator.page.getByRole('button', { name: 'Sign in' }).click();
  await operator.page.getByRole('link', { name: 'Tenants' }).first().click();
  const row = operator.page.getByRole('row').filter({ hasText: account.address.slice(0, 8).toLowerCase() });
  await row.getByRole('link').first().click();
  await change(operator.page, 'Suspend…', 'a complaint', /^Suspend/);
  await operator.page.getByRole('button', { name: 'Restore…' }).waitFor();
  await write('Into the void', password);
  await page.getByRole('alert').waitFor();
  await change(operator.page, 'Restore…', 'a mistake', /^Restore/);
  await operator.page.getByRole('button', { name: 'Suspend…' }).waitFor();
  await write('Back again', password);
  await page.getByText('finalDeliveryState: sent').waitFor();
  await hasReceived('Back again');

  // What the browser itself reports: the quote is a 402, and the refused send a 403.
  expect(complaints.filter((complaint) => !/40[23]/.test(complaint))).toEqual([]);
  expect(operator.complaints).toEqual([]);
}, 120_000);
