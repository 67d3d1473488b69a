import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startBrowser, until } from '@mailroom/testing';
import type { Browser, Page } from 'playwright-core';
import type { ApiClient } from './api-client.js';
import { openPage } from './browser-page.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

/** What a function that runs in the page finds there. */
declare const document: { querySelector(selector: string): { scrollTo(x: number, y: number): void } | null };

let mailroom: Mailroom;
let browser: Browser;
let own: { id: number; address: string; api: ApiClient };
let page: Page;
beforeAll(async () => {
  [mailroom, browser] = await Promise.all([startMailroom(), startBrowser()]);
}, 120_000);
afterAll(() => Promise.all([browser.close(), mailroom.close()]));

beforeEach(async () => {
  own = await mailroom.mailbox();
  ({ page } = await openPage(browser, `${mailroom.baseUrl}/webmail/`));
  await page.getByRole('button', { name: 'Use a mailbox token' }).click();
  await page.getByLabel('Token').fill(own.api.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('No mail yet').waitFor();
}, 30_000);
afterEach(() => page.context().close());

async function arrive(subject: string): Promise<void> {
  await mailroom.send({ from: 'Ada <ada@example.org>', to: own.address, subject, text: 'Which gear first?' });
  await mailroom.received(own.api, subject);
}

async function open(subject: string): Promise<void> {
  await page
    .getByRole('link', { name: new RegExp(subject) })
    .first()
    .click();
  await page.getByRole('heading', { name: subject, level: 1 }).waitFor();
}

const reply = () => page.getByRole('textbox', { name: 'Reply' });

/** Lets an hour pass, after which a person comes back to the page. */
async function comeBack(): Promise<void> {
  await page.clock.install();
  await page.clock.fastForward(3_600_000);
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
}

/** What a balancer says while nobody stands behind it. */
const badGateway = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' };

it.each(['webmail/session', 'webmail/call/**/me', 'webmail/call/**/emails/*view=full'])(
  'leaves what is being written where it is if %s fails for a while',
  async (path) => {
    await arrive('Gears');
    await open('Gears');
    await reply().fill('The small one, and then');
    await page.route(`**/${path}`, (route) => route.fulfill(badGateway));
    const failed = page.waitForResponse((response) => response.status() === 502);
    await comeBack();
    await failed;
    await page.clock.runFor(10_000);
    expect(await reply().inputValue()).toBe('The small one, and then');
  },
);

it('says in words that nobody answers, if that is what it hears first', async () => {
  await page.route('**/webmail/session', (route) => route.fulfill(badGateway));
  await page.reload();
  expect(await page.getByRole('alert').textContent()).toContain('The service did not answer. Try again in a moment.');
});

it('shows what it has of a list whose next page fails, and asks for that when it is told to', async () => {
  for (let at = 1; at <= 55; at++) await arrive(`Mail ${at}`);
  await page.reload();
  await page.getByRole('link', { name: /Mail 55/ }).waitFor();
  let calls = 0;
  await page.route('**/emails?*cursor=*', (route) => {
    calls++;
    return route.fulfill(badGateway);
  });
  await page.evaluate(() => document.querySelector('#messages')?.scrollTo(0, 100_000));
  await page.getByRole('alert').waitFor();
  const before = calls;
  await page.waitForTimeout(2_000);
  expect(calls).toBe(before);
  await page.getByRole('link', { name: /Mail 6\b/ }).waitFor();
  await page.unroute('**/emails?*cursor=*');
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.evaluate(() => document.querySelector('#messages')?.scrollTo(0, 100_000));
  await page.getByRole('link', { name: /Mail 1\b/ }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('counts as new what came while somebody reads further down, and not what the list showed before', async () => {
  for (let at = 1; at <= 20; at++) await arrive(`Mail ${at}`);
  await page.getByRole('link', { name: /Mail 20/ }).waitFor();
  await page.evaluate(() => document.querySelector('#messages')?.scrollTo(0, 600));
  await arrive('Mail 21');
  await page.getByRole('button', { name: '1 new message' }).click();
  await page.getByRole('link', { name: /Mail 21/ }).waitFor();
  expect(await page.getByRole('button', { name: /new message/ }).count()).toBe(0);
});

it('says that the connection is lost, and goes on by itself once it is back', async () => {
  const live = page.getByRole('status').first();
  await page.route('**/events?*', (route) => route.abort());
  await page.reload();
  await live.getByText('Connection lost').waitFor();
  await page.unroute('**/events?*');
  await live.getByText('Live').waitFor();
  await page.route('**/emails?*', (route) => route.fulfill(badGateway));
  const failed = page.waitForResponse((response) => response.status() === 502);
  await arrive('While nobody answers');
  await failed;
  await page.unroute('**/emails?*');
  await arrive('Afterwards');
  await page.getByRole('link', { name: /Afterwards/ }).waitFor();
  expect(await live.textContent()).toBe('Live');
});

it('shows what comes while its list is still on its way', async () => {
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  await page.route(
    '**/emails?*',
    async (route) => {
      asked();
      await setTimeout(3_000);
      await route.continue().catch(() => undefined);
    },
    { times: 1 },
  );
  await page.reload();
  await isAsked;
  await page.getByRole('status').getByText('Live').waitFor();
  await arrive('Before the list');
  await page.getByRole('link', { name: /Before the list/ }).waitFor();
  expect(await page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
});

it('shows what came between its list and the connection that tells of more', async () => {
  await page.route('**/events?*', async (route) => {
    await setTimeout(2_000);
    await route.continue().catch(() => undefined);
  });
  await page.reload();
  await page.getByText('No mail yet').waitFor();
  await arrive('In between');
  await page.getByRole('link', { name: /In between/ }).waitFor();
  expect(await page.getByRole('status').first().textContent()).toBe('Live');
});

it('says at once that nothing was sent without a network, and sends it only when it is told to again', async () => {
  await arrive('Gears');
  await open('Gears');
  await reply().fill('The small one.');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('alert').getByText('could not be reached').waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).locator('.spin').waitFor({ state: 'detached' });
  await page.context().setOffline(false);
  await page.waitForTimeout(1_000);
  expect((await own.api.data('GET', '/emails?type=1')).items).toEqual([]);
  expect(await reply().inputValue()).toBe('The small one.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.waitForURL(/\/webmail\/$/);
  expect((await own.api.data('GET', '/emails?type=1')).items).toHaveLength(1);
});

/** Waits until the mailbox has one draft, and it has this text. */
function drafted(text: string): Promise<void> {
  const isSo = async () => {
    const { items } = await own.api.data('GET', '/drafts?size=50');
    const full = await Promise.all(items.map(({ id }: { id: number }) => own.api.data('GET', `/drafts/${id}`)));
    return full.length === 1 && full[0].text === text;
  };
  return until(isSo, { what: `one draft with "${text}"`, timeoutMs: 10_000 });
}

const leave = () => page.getByRole('link', { name: 'Inbox' }).first().click();

it('saves what was typed without a network once there is one, also where its page was left', async () => {
  await arrive('Gears');
  await open('Gears');
  await page.context().setOffline(true);
  await reply().fill('The small one.');
  await page.getByRole('alert').getByText('could not be reached').waitFor();
  await page.context().setOffline(false);
  await drafted('The small one.');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  expect(await reply().inputValue()).toBe('The small one.');
  await page.context().setOffline(true);
  await reply().fill('The small one, and then the large one.');
  await leave();
  await reply().waitFor({ state: 'detached' });
  await page.context().setOffline(false);
  await drafted('The small one, and then the large one.');
});

it('gives back what it could not save to whoever opens its page again', async () => {
  await arrive('Gears');
  await open('Gears');
  await page.route('**/drafts', (route) => route.fulfill(badGateway));
  await reply().fill('The small one.');
  await leave();
  await reply().waitFor({ state: 'detached' });
  await page.waitForTimeout(500);
  await open('Gears');
  expect(await reply().inputValue()).toBe('The small one.');
  await reply().fill('The large one.');
  await page.unroute('**/drafts');
  await drafted('The large one.');
  await page.waitForTimeout(6_000);
  await drafted('The large one.');
});

it('asks before it is closed with words that nobody else has, and not with others', async () => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => asked.push(dialog.type()));
  await arrive('Gears');
  await open('Gears');
  await page.context().setOffline(true);
  await reply().pressSequentially('The small one.');
  await page.close({ runBeforeUnload: true });
  await until(() => asked.length > 0, { what: 'a question before the page is closed' });
  expect([asked, page.isClosed()]).toEqual([['beforeunload'], false]);
  await page.context().setOffline(false);
  await drafted('The small one.');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(asked).toEqual(['beforeunload']);
});

it('says that somebody is still signed in if the sign-out fails', async () => {
  await page.route('**/webmail/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('The service could not be reached.');
  await page.unroute('**/webmail/session');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
});

it('says so too if it was asked for in the palette, and does it when it is told to again', async () => {
  const ask = async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill('Sign out');
    await page.getByRole('option', { name: /Sign out/ }).waitFor();
    await page.context().setOffline(true);
    await page.keyboard.press('Enter');
  };
  await ask();
  const said = page.getByRole('dialog', { name: 'Sign out' });
  await said.getByRole('alert').getByText('The service could not be reached.').waitFor();
  await page.keyboard.press('Escape');
  await said.waitFor({ state: 'detached' });
  await ask();
  expect(await said.getByRole('alert').textContent()).toContain('Check the connection, and try again.');
  await page.context().setOffline(false);
  await said.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Password').waitFor();
});
