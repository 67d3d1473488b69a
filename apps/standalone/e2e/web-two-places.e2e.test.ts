import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startBrowser } from '@mailroom/testing';
import type { Browser, Page } from 'playwright-core';
import { openPage } from './browser-page.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

let mailroom: Mailroom;
let browser: Browser;
beforeAll(async () => {
  [mailroom, browser] = await Promise.all([startMailroom(), startBrowser()]);
}, 120_000);
afterAll(() => Promise.all([browser.close(), mailroom.close()]));

type Somebody = Awaited<ReturnType<Mailroom['mailbox']>>;

async function arrive({ address, api }: Somebody, subject: string) {
  await mailroom.send({ from: 'Ada <ada@example.org>', to: address, subject, text: 'Which gear first?' });
  return mailroom.received(api, subject);
}

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByRole('button', { name: 'Use a mailbox token' }).click();
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openWebmail(token: string, path = ''): Promise<Page> {
  const { page } = await openPage(browser, `${mailroom.baseUrl}/webmail/${path}`);
  await signIn(page, token);
  return page;
}

async function open(page: Page, subject: string): Promise<void> {
  await page
    .getByRole('link', { name: new RegExp(subject) })
    .first()
    .click();
  await page.getByRole('heading', { name: subject, level: 1 }).waitFor();
}

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });

it('says that an answer was sent whose message an agent holds, and offers no second one', async () => {
  const own = await mailroom.mailbox();
  await arrive(own, 'Gears');
  const page = await openWebmail(own.api.token);
  await open(page, 'Gears');
  await own.api.data('POST', '/tasks/claim-next', { owner: 'agent-1' });
  await reply(page).fill('The small one.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const said = page.getByRole('alert');
  expect(await said.textContent()).toMatch(/Your answer was sent, but .* not marked handled.*agent-1/);
  expect(await reply(page).count()).toBe(0);
  const { items } = await own.api.data('GET', '/emails?type=1');
  expect(items.map(({ subject }: { subject: string }) => subject)).toEqual(['Re: Gears']);
});
