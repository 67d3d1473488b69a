import { expect, it } from '@jest/globals';
import { SuiteOfPages } from './web-pages.js';

/** More than one answer of the API holds. */
const MAILBOXES = 52;

const pages = new SuiteOfPages();

it('shows each mailbox of somebody who has more than fifty, in /app and in webmail', async () => {
  const oldest = await pages.mailroom.mailbox('oldest');
  for (let at = 1; at < MAILBOXES; at++) await pages.mailroom.mailbox(`agent${at}`);
  const { page, complaints } = await pages.openApp('mailboxes');
  const table = page.getByRole('table', { name: 'Mailboxes' });
  await table.getByRole('link', { name: oldest.address }).waitFor();
  expect(await table.getByRole('link').count()).toBe(MAILBOXES);
  await page.goto(`${pages.mailroom.baseUrl}/app/tasks?mailbox=${oldest.id}`);
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await page.locator('select option:checked').textContent()).toBe(oldest.address);
  await page.goto(`${pages.mailroom.baseUrl}/app/mailboxes/${oldest.id}`);
  await page.getByRole('link', { name: 'Open webmail' }).click();
  await page.getByText('No mail yet').waitFor();
  expect(await page.getByRole('complementary').textContent()).toContain('oldest');
  expect(complaints).toEqual([]);
}, 60_000);
