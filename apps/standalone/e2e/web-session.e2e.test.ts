import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startBrowser } from '@mailroom/testing';
import type { Browser } from 'playwright-core';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let browser: Browser;
beforeAll(async () => {
  [mailroom, browser] = await Promise.all([startMailroom(), startBrowser()]);
}, 120_000);
afterAll(() => Promise.all([browser.close(), mailroom.close()]));

it('lets a person in with a mailbox token, whose page says nothing on its console', async () => {
  const { api } = await mailroom.mailbox();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${mailroom.baseUrl}/webmail/`);
  await page.getByLabel('Token').fill(api.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('list').waitFor({ state: 'attached' });
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: 'mailroom-webmail', httpOnly: true, sameSite: 'Strict' });
  expect(complaints).toEqual([]);
});
