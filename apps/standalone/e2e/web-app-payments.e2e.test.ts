import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startBrowser } from '@mailroom/testing';
import type { Browser, Page } from 'playwright-core';
import { startPayingMailroom, type PayingMailroom } from './paying-mailroom.js';
import { faultsOf, leaseOnPage, openApp, signInWithWallet } from './web-app-page.js';

let mailroom: PayingMailroom;
let browser: Browser;
beforeAll(async () => {
  const little = {
    MAILROOM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    FREE_LEASES_PER_HOUR: '1',
    FREE_SENDS_PER_DAY: '1',
  };
  [mailroom, browser] = await Promise.all([startPayingMailroom(little), startBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await mailroom.close();
});

/** Somebody whose wallet has signed in, and has money. */
async function somebody() {
  const opened = await openApp(browser, mailroom.baseUrl);
  await signInWithWallet(opened);
  await mailroom.fund(opened.account.address, 100n);
  return opened;
}

/** What the browser itself reports of a call that has to be paid for, or that is refused, is no complaint. */
const own = (complaints: readonly string[]) => complaints.filter((complaint) => !/a status of 40[123]/.test(complaint));

const goTo = (page: Page, name: string) => page.getByRole('link', { name }).first().click();
async function topUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Top up/ }).click();
  await page.getByText(/credits are yours/).waitFor();
}
async function send(page: Page, to: string, subject: string, password: string): Promise<void> {
  await page.getByLabel('To', { exact: true }).fill(to);
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message').fill('Hello.');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

it('gives a leased mailbox a new password, with which webmail opens and the one before does not', async () => {
  const { page, complaints, close } = await somebody();
  const { address, password } = await leaseOnPage(page);
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Reset password' }).click();
  const renewed = (await page.getByTestId('secret').textContent()) ?? '';
  expect([renewed === password, renewed.length > 10]).toEqual([false, true]);
  expect(await faultsOf(page, 'password')).toEqual([]);
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(`${mailroom.baseUrl}/webmail/`);
  await reader.getByLabel('Address').fill(address);
  await reader.getByLabel('Password').fill(password);
  await reader.getByRole('button', { name: 'Sign in' }).click();
  await reader.getByRole('alert').waitFor();
  await reader.getByLabel('Password').fill(renewed);
  await reader.getByRole('button', { name: 'Sign in' }).click();
  await reader.getByText('No mail yet').waitFor();
  expect(own(complaints)).toEqual([]);
  await close();
});

it('leases and sends beyond what is free: with a credit, or with a signature of the wallet of whoever has none', async () => {
  const { page, asked, complaints, close } = await somebody();
  const { address, password } = await leaseOnPage(page);
  await page.getByRole('button', { name: 'Lease mailbox' }).click();
  await page.getByRole('button', { name: 'Pay 1 credit and lease' }).click();
  await page.getByText(/ is yours\./).waitFor();
  const rows = page.getByRole('table', { name: 'Mailboxes' }).locator('tbody tr');
  await rows.nth(1).waitFor();
  const signatures = () => asked.filter((method) => method === 'eth_signTypedData_v4').length;
  expect([await rows.count(), signatures()]).toEqual([2, 1]);
  expect(await faultsOf(page, 'mailboxes')).toEqual([]);

  await goTo(page, 'Billing');
  await topUp(page);
  const friend = await mailroom.mailbox();
  await page.goto(`${mailroom.baseUrl}/app/send`);
  await page.getByLabel('From').selectOption({ label: address });
  await send(page, friend.address, 'The free one', password);
  await page.getByText('finalDeliveryState: sent').waitFor();
  await send(page, friend.address, 'The paid one', password);
  await page.getByRole('button', { name: 'Pay 1 credit and send' }).click();
  await mailroom.received(friend.api, 'The paid one');
  // The second signature was for the credits, one of which the message has cost.
  expect(signatures()).toBe(2);
  await goTo(page, 'Billing');
  await page.getByRole('table', { name: 'Ledger' }).getByText('reserved to spent').nth(1).waitFor();
  expect(await faultsOf(page, 'ledger')).toEqual([]);
  expect(own(complaints)).toEqual([]);
  await close();
}, 60_000);

it('pays for the way to the outside with a signature of the wallet', async () => {
  const { page, complaints, close } = await somebody();
  await goTo(page, 'Billing');
  await page.getByText('Outside mail refused').waitFor();
  await page.getByRole('button', { name: /^Ask for an upgrade/ }).click();
  await page.getByText('Your policy is now external_enabled.').waitFor();
  await page.getByText('Outside mail allowed').waitFor();
  await page.getByRole('table', { name: 'Receipts' }).getByText('5,000 credits, upgrade').waitFor();
  expect(own(complaints)).toEqual([]);
  await close();
});
