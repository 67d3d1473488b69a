import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SuiteOfPages } from './web-pages.js';

/** What functions that run in the page find there. */
declare const document: {
  readonly activeElement: { readonly textContent: string } | null;
  querySelector(selector: string): { scrollTop: number } | null;
};

const MAILS = 30;

const pages = new SuiteOfPages();

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const scrolled = (page: Page) => page.evaluate(() => document.querySelector('#messages')?.scrollTop);

async function openOnPhone(): Promise<Page> {
  const { address, api } = await pages.mailroom.mailbox();
  for (let at = 0; at < MAILS; at++) {
    await pages.mailroom.send({ from: 'Ada <ada@example.org>', to: address, subject: `Number ${at}.`, text: 'Hello.' });
  }
  await pages.mailroom.received(api, `Number ${MAILS - 1}.`);
  const { page } = await pages.openWebmail(api);
  await page.setViewportSize({ width: 390, height: 844 });
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
