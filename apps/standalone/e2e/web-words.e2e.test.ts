import { expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import type { Page } from 'playwright-core';
import { SuiteOfPages } from './web-pages.js';

const pages = new SuiteOfPages();

type Somebody = Awaited<ReturnType<typeof pages.mailroom.mailbox>>;

/** Delivers messages with these subjects, and waits until all are there. */
async function arrive({ address, api }: Somebody, subjects: readonly string[]): Promise<readonly { id: number }[]> {
  for (const subject of subjects)
    await pages.mailroom.send({ from: 'Ada <ada@example.org>', to: address, subject, text: 'Hello.' });
  return Promise.all(subjects.slice(-1).map((subject) => pages.mailroom.received(api, subject)));
}

const titled = (page: Page, title: string) =>
  until(async () => (await page.title()) === title, { what: `the title "${title}"` });

it('says in the tab which page of which interface is open, and how much of it waits', async () => {
  const box = await pages.mailroom.mailbox();
  const [gears] = await arrive(box, ['Wheels', 'Gears']);
  await box.api.data('PUT', `/emails/${gears?.id}/task`, { status: 'needs_human', owner: 'agent', reason: 'odd' });
  const mail = (await pages.openWebmail(box.api)).page;
  await titled(mail, `Inbox (1) · ${box.address} · Mailroom webmail`);
  await mail
    .getByRole('link', { name: /Needs a human/ })
    .first()
    .click();
  await titled(mail, `Needs a human (1) · ${box.address} · Mailroom webmail`);
  await mail.getByRole('link', { name: /Gears/ }).click();
  await titled(mail, `Gears · ${box.address} · Mailroom webmail`);
  await mail.getByRole('button', { name: 'Handled' }).click();
  await titled(mail, `Needs a human · ${box.address} · Mailroom webmail`);
  await mail.keyboard.press('c');
  await titled(mail, `New message · ${box.address} · Mailroom webmail`);
  await mail.getByRole('button', { name: 'Account' }).first().click();
  await mail.getByRole('button', { name: 'Sign out' }).click();
  await titled(mail, 'Sign in · Mailroom webmail');

  const app = (await pages.openApp(`tasks?mailbox=${box.id}`)).page;
  await titled(app, 'Tasks · Mailroom');
  await app.getByRole('link', { name: /Wheels/ }).click();
  await titled(app, 'Wheels · Mailroom');
  await app.getByRole('button', { name: 'Leave for a human' }).click();
  await app.getByText('Needs a human', { exact: true }).first().waitFor();
  await app.keyboard.press('Escape');
  await titled(app, 'Tasks (1) · Mailroom');
  await app.goto(`${pages.mailroom.baseUrl}/app/mailboxes/${box.id}`);
  await titled(app, `${box.address} · Mailroom`);

  const admin = (await pages.openAdmin('jobs')).page;
  await titled(admin, 'Outbound jobs · Mailroom operator');
  expect(await admin.title()).toContain('Outbound jobs');
}, 60_000);

it('heads each column of the board with the number that there are, and says how many of them it shows', async () => {
  const box = await pages.mailroom.mailbox();
  await arrive(
    box,
    Array.from({ length: 52 }, (_, at) => `Task ${at}`),
  );
  const { page } = await pages.openApp(`tasks?mailbox=${box.id}`);
  await page.getByRole('heading', { name: 'Waiting 50 of 52' }).waitFor();
  // A lease that ran out leaves its task to whoever is next.
  await page.route('**/tasks/stats?*', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    json.data.byStatus.new.total -= 3;
    json.data.byStatus.processing = { total: 5, locked: 2, available: 3, expired: 3 };
    await route.fulfill({ response: answer, json });
  });
  await page.goto(`${pages.mailroom.baseUrl}/app/mailboxes/${box.id}`);
  const figure = page.locator('dl.figures > div').filter({ hasText: 'Waiting' }).getByRole('definition');
  await figure.getByText('52').waitFor();
  expect(await figure.textContent()).toBe('52');
}, 60_000);

it('says at its field what was refused, in the words of the form and with what was typed', async () => {
  const box = await pages.mailroom.mailbox();
  const said = '“bob” is not an email address, nor of the form Name <address>.';
  const mail = (await pages.openWebmail(box.api, 'write')).page;
  await mail.getByLabel('To', { exact: true }).fill(box.address);
  await mail.getByLabel('Cc', { exact: true }).fill(`${box.address}, bob`);
  await mail.getByRole('textbox', { name: 'Text' }).fill('Hello.');
  const app = (await pages.openApp('send')).page;
  await app.getByLabel('From').selectOption(box.address);
  await app.getByLabel('To', { exact: true }).fill('bob');
  await app.getByLabel('Subject').fill('Gears');
  await app.getByLabel('Message').fill('Hello.');
  for (const [page, name] of [
    [mail, 'Cc'],
    [app, 'To'],
  ] as const) {
    const field = page.getByRole('textbox', { name, exact: true });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(said).waitFor();
    expect(await field.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    await field.fill(box.address);
    await page.getByText(said).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  }
  await pages.mailroom.received(box.api, 'Gears');
  await mail.getByRole('link', { name: /Hello/ }).first().click();
  await mail.getByRole('button', { name: 'Label' }).click();
  await mail.getByLabel('Labels, separated by commas').fill('x'.repeat(300));
  await mail.getByRole('button', { name: 'Save labels' }).click();
  expect(await mail.getByRole('alert').textContent()).toMatch(/Labels .*characters/);
}, 60_000);

it('says when a token was used in a sentence', async () => {
  const box = await pages.mailroom.mailbox();
  const { page } = await pages.openApp(`mailboxes/${box.id}`);
  const tokens = page.getByRole('region', { name: 'Tokens' });
  await tokens.getByText(/^no end, (not used yet|used just now)$/).waitFor();
  expect(await tokens.textContent()).toContain('no end, ');
});
