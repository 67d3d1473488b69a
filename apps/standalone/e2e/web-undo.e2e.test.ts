import { expect, it } from '@jest/globals';
import { look } from './browser-page.js';
import { SuiteOfPages } from './web-pages.js';

const pages = new SuiteOfPages();

it('undoes what was pressed by mistake, by key and by button, and offers it for a while', async () => {
  const { address, api } = await pages.mailroom.mailbox();
  await pages.mailroom.send({ from: 'ada@example.org', to: address, subject: 'Gears', text: 'Hello.' });
  const { id } = await pages.mailroom.received(api, 'Gears');
  await api.data('PUT', `/emails/${id}/task`, { status: 'needs_human', owner: 'agent', reason: 'too many gears' });
  const { page } = await pages.openWebmail(api, '?in=human');
  const task = async () => (await api.data('GET', `/emails/${id}`)).task;
  const row = page.getByRole('link', { name: /Gears/ });
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  for (const [key, status, press] of [
    ['e', 'handled', () => page.keyboard.press('z')],
    ['i', 'ignored', () => undo.click()],
  ] as const) {
    await row.click();
    await page.getByRole('heading', { name: 'Gears', level: 1 }).waitFor();
    await page.keyboard.press(key);
    await undo.waitFor();
    expect([await row.count(), (await task()).status]).toEqual([0, status]);
    // It stays for as long as somebody is on it.
    await undo.hover();
    if (key === 'e') expect(await look(page, 'webmail-undo')).toEqual([]);
    await press();
    await row.waitFor();
    await undo.waitFor({ state: 'detached' });
    expect(await task()).toMatchObject({ status: 'needs_human', reason: 'too many gears' });
  }
  await row.click();
  await page.getByRole('heading', { name: 'Gears', level: 1 }).waitFor();
  await page.keyboard.press('e');
  await undo.waitFor();
  // One that fails is told, and goes away as well.
  await page.route('**/task', (route) => route.fulfill({ status: 409, json: { message: 'Somebody has it.' } }));
  await page.keyboard.press('z');
  await page.getByText('Somebody has it.').waitFor();
  await undo.waitFor({ state: 'detached', timeout: 15_000 });
  expect(await page.getByText('Somebody has it.').count()).toBe(0);
  expect((await task()).status).toBe('handled');
  await page.context().close();
}, 60_000);

it('undoes on the board of /app what was pressed by mistake', async () => {
  const { id: mailbox, address, api } = await pages.mailroom.mailbox();
  await pages.mailroom.send({ from: 'ada@example.org', to: address, subject: 'Gears', text: 'Hello.' });
  const { id } = await pages.mailroom.received(api, 'Gears');
  await api.data('PUT', `/emails/${id}/task`, { status: 'needs_human', owner: 'agent', reason: 'too many gears' });
  const { page } = await pages.openApp(`tasks?mailbox=${mailbox}&task=${id}`);
  const task = async () => (await api.data('GET', `/emails/${id}`)).task;
  for (const [name, said] of [
    ['Mark handled', 'Marked handled.'],
    ['Give back to agents', 'Given back to agents.'],
    ['Ignore', 'Ignored.'],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('status').getByText(said).waitFor();
    if (name === 'Ignore') expect(await look(page, 'app-undo')).toEqual([]);
    await page.keyboard.press('z');
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    await page.getByText('too many gears').last().waitFor();
    expect(await task()).toMatchObject({ status: 'needs_human', reason: 'too many gears' });
  }
  await page.context().close();
});
