import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startBrowser } from '@mailroom/testing';
import type { Browser, Page } from 'playwright-core';
import { openPage } from './browser-page.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

/** What functions that run in the page find there. */
declare const document: {
  readonly activeElement: { readonly textContent: string } | null;
  querySelector(selector: string): { scrollTop: number } | null;
};

const MAILS = 30;

let mailroom: Mailroom;
let browser: Browser;
beforeAll(async () => {
  [mailroom, browser] = await Promise.all([startMailroom(), startBrowser()]);
}, 120_000);
afterAll(() => Promise.all([browser.close(), mailroom.close()]));

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const scrolled = (page: Page) => page.evaluate(() => document.querySelector('#messages')?.scrollTop);

async function openOnPhone(): Promise<Page> {
  const { address, api } = await mailroom.mailbox();
  for (let at = 0; at < MAILS; at++) {
    await mailroom.send({ from: 'Ada <ada@example.org>', to: address, subject: `Number ${at}.`, text: 'Hello.' });
  }
  await mailroom.received(api, `Number ${MAILS - 1}.`);
  const { page } = await openPage(browser, `${mailroom.baseUrl}/webmail/`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Use a mailbox token' }).click();
  await page.getByLabel('Token').fill(api.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /Number 29/ }).waitFor();
  return page;
}

it('is where it was in the list when a message is closed', async () => {
  const page = await openOnPhone();
  const row = page.getByRole('link', { name: /Number 5\./ });
  await page.locator('#messages').evaluate((list) => (list.scrollTop = 1_500));
  await row.waitFor();
  const before = await scrolled(page);
  for (const close of [() => page.goBack(), () => page.getByRole('link', { name: /Back/ }).click()]) {
    await row.click();
    await page.getByRole('heading', { level: 1, name: 'Number 5.' }).waitFor();
    await close();
    await row.waitFor();
    expect(await scrolled(page)).toBe(before);
    expect(await focused(page)).toContain('Number 5.');
  }
}, 60_000);
