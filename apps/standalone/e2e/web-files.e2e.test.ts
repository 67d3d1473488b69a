import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import type { Locator, Page } from 'playwright-core';
import { SuiteOfPages } from './web-pages.js';

const pages = new SuiteOfPages();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-files-'));
  for (const name of ['plan.txt', 'gears.txt', 'notes.txt', 'large.bin', 'huge.bin'])
    await writeFile(join(folder, name), name);
});
afterAll(() => rm(folder, { recursive: true }));

/** Lets go of files over a place of the page, as a person does who dragged them out of a folder. */
async function drop(page: Page, place: Locator, ...names: readonly string[]): Promise<void> {
  const { x, y, width } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: names.map((name) => join(folder, name)), dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + 8, data });
  await browser.detach();
}

/** Pastes something into a place, as words or as a file. */
const paste = (place: Locator, name: string, words?: string) =>
  place.evaluate(
    (element, [filename, text]) => {
      const view = element.ownerDocument.defaultView;
      if (!view) return;
      const clipboardData = new view.DataTransfer();
      clipboardData.items.add(new view.File(['pasted'], filename, { type: 'image/png' }));
      if (text !== undefined) clipboardData.setData('text/plain', text);
      element.dispatchEvent(new view.ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [name, words] as const,
  );

const attached = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
const attaches = (page: Page, names: readonly string[]) =>
  until(
    async () => (await attached(page).allTextContents()).map((text) => text.split(' ')[0]).join() === names.join(),
    {
      what: `${names.join(', ')} to be attached`,
      timeoutMs: 8_000,
    },
  );

it('attaches files that are dropped onto a message or pasted into it, and opens none in the place of the page', async () => {
  const box = await pages.mailroom.mailbox();
  await pages.mailroom.send({ from: 'Ada <ada@example.org>', to: box.address, subject: 'Gears', text: 'Which?' });
  const { id } = await pages.mailroom.received(box.api, 'Gears');
  const { page } = await pages.openWebmail(box.api, `messages/${id}`);
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await reply.waitFor();
  await drop(page, reply, 'plan.txt', 'gears.txt');
  await attaches(page, ['plan.txt', 'gears.txt']);
  await paste(reply, 'picture.png');
  await attaches(page, ['plan.txt', 'gears.txt', 'picture.png']);
  await paste(reply, 'cells.png', 'a b');
  await drop(page, page.getByRole('heading', { name: 'Gears', level: 1 }), 'notes.txt');
  await page.waitForTimeout(500);
  await attaches(page, ['plan.txt', 'gears.txt', 'picture.png']);
  expect([page.context().pages().length, new URL(page.url()).pathname]).toEqual([1, `/webmail/messages/${id}`]);
  await page.keyboard.press('c');
  const text = page.getByRole('textbox', { name: 'Text' });
  await drop(page, text, 'notes.txt');
  await attaches(page, ['notes.txt']);
  await page.getByLabel('To', { exact: true }).fill(box.address);
  await page.getByLabel('Subject').fill('With notes');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const sent = await pages.mailroom.received(box.api, 'With notes');
  expect(sent.attachmentCount).toBe(1);
}, 60_000);

it('tells each file that is refused by its name, and attaches the others', async () => {
  const box = await pages.mailroom.mailbox();
  const { page } = await pages.openWebmail(box.api, 'write');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.waitFor();
  const tooLarge = { status: 413, json: { error: { type: 'payload_too_large' }, message: 'It is too large.' } };
  await page.route('**/attachments', (route) =>
    /"filename":"\w+\.bin"/.test(route.request().postData() ?? '') ? route.fulfill(tooLarge) : route.continue(),
  );
  await page
    .locator('input[type=file]')
    .setInputFiles(['large.bin', 'plan.txt', 'huge.bin'].map((name) => join(folder, name)));
  await attaches(page, ['plan.txt']);
  for (const name of ['large.bin', 'huge.bin'])
    await page.getByRole('alert').getByText(`“${name}” is not attached. It is too large.`).waitFor();
  expect(await page.getByRole('alert').count()).toBe(2);
  await page.getByLabel('Subject').press('Tab');
  await drop(page, text, 'notes.txt');
  await attaches(page, ['plan.txt', 'notes.txt']);
  expect(await page.getByRole('alert').count()).toBe(0);
}, 60_000);
