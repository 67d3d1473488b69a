import { expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import type { Locator, Page } from 'playwright-core';
import { signInToWebmail, SuiteOfPages } from './web-pages.js';

const pages = new SuiteOfPages();

const openApp = async (path: string): Promise<Page> => (await pages.openApp(path)).page;

/** Presses a button twice, as somebody does who is used to a double click. */
async function pressTwice(page: Page, name: string): Promise<void> {
  const { x, y, width, height } = (await page.getByRole('button', { name }).boundingBox()) ?? fail();
  await page.mouse.move(x + width / 2, y + height / 2);
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await page.waitForTimeout(150);
  }
}

function fail(): never {
  throw new Error('The button is not there.');
}

/** Whether nothing lies over the middle of it, and it lies in the window. */
function isSeen(place: Locator): Promise<boolean> {
  return place.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2);
    return element.contains(top);
  });
}

/** Counts the calls that change something at paths that end so. */
function counted(page: Page, end: RegExp): () => number {
  let calls = 0;
  page.on('request', (request) => (calls += request.method() !== 'GET' && end.test(request.url()) ? 1 : 0));
  return () => calls;
}

it('takes a double click for one press, also where the first is answered before the second', async () => {
  const { id } = await pages.mailroom.mailbox();
  const page = await openApp(`mailboxes/${id}`);
  await page.getByLabel('Name').fill('ci-runner');
  await pressTwice(page, 'New token');
  await page.getByTestId('secret').waitFor();
  const { items } = await pages.mailroom.manager.data('GET', `/mailboxes/${id}/tokens`);
  expect(items.filter(({ name }: { name: string }) => name === 'ci-runner')).toHaveLength(1);
  await page.goto(`${pages.mailroom.baseUrl}/app/webhooks`);
  await page.getByLabel('Target').fill('http://localhost:9/hook');
  await pressTwice(page, 'Add webhook');
  await page.getByTestId('secret').waitFor();
  const hooks = (await pages.mailroom.manager.data('GET', '/webhooks')).items;
  expect(hooks).toHaveLength(1);
  await page.getByRole('link', { name: 'http://localhost:9/hook' }).click();
  const rotations = counted(page, /rotate/);
  await page.getByRole('button', { name: 'Rotate secret' }).waitFor();
  // A second rotation would end the secret that receivers still have.
  await pressTwice(page, 'Rotate secret');
  await page.getByText('The secret is new.').waitFor();
  expect(rotations()).toBe(1);
  const again = page.waitForRequest(/rotate/);
  await page.waitForTimeout(400);
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await again;
  await page.context().close();
});

it('makes one token of a name that is entered twice while the first is on its way', async () => {
  const { id } = await pages.mailroom.mailbox();
  const page = await openApp(`mailboxes/${id}`);
  await page.route('**/tokens', async (route) => {
    if (route.request().method() === 'POST') await page.waitForTimeout(600);
    await route.continue();
  });
  await page.getByLabel('Name').fill('ci-runner');
  await page.getByLabel('Name').press('Enter');
  await page.locator('.spin').waitFor();
  await page.getByLabel('Name').press('Enter');
  await page.getByTestId('secret').waitFor();
  await page.waitForTimeout(800);
  const { items } = await pages.mailroom.manager.data('GET', `/mailboxes/${id}/tokens`);
  expect(items.filter(({ name }: { name: string }) => name === 'ci-runner')).toHaveLength(1);
  await page.context().close();
});

it('marks a message once however often it is pressed', async () => {
  const { address, api } = await pages.mailroom.mailbox();
  await pages.mailroom.send({ from: 'ada@example.org', to: address, subject: 'Gears', text: 'Hello.' });
  const { id } = await pages.mailroom.received(api, 'Gears');
  const { page } = await pages.openWebmail(api, `messages/${id}`);
  const moves = counted(page, /\/task$/);
  await page.route('**/task', async (route) => {
    await page.waitForTimeout(500);
    await route.continue();
  });
  await page.getByRole('heading', { name: 'Gears', level: 1 }).waitFor();
  await pressTwice(page, 'Ignore');
  await page.keyboard.press('i');
  await page.keyboard.press('e');
  await page.waitForURL(/\/webmail\/$/);
  await page.waitForTimeout(600);
  expect(moves()).toBe(1);
  expect(await api.data('GET', `/emails/${id}`)).toMatchObject({ task: { status: 'ignored' } });
  await page.context().close();
});

it('says so where the browser lets nothing be copied', async () => {
  const { id } = await pages.mailroom.mailbox();
  const page = await openApp(`mailboxes/${id}`);
  // A page that came over plain HTTP from another machine has none.
  await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
  await page.getByRole('button', { name: 'Copy address' }).click();
  const told = page.getByRole('button', { name: 'Not copied: select it' });
  await told.waitFor();
  expect(await told.count()).toBe(1);
});

it('shows the secret of one mailbox on no page of another', async () => {
  const [first, second] = [await pages.mailroom.mailbox('first'), await pages.mailroom.mailbox('second')];
  const page = await openApp(`mailboxes/${first.id}`);
  await page.getByLabel('Name').fill('ci-runner');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByTestId('secret').waitFor();
  await page.getByRole('navigation', { name: 'Mailboxes' }).getByRole('link', { name: 'second' }).click();
  await page.getByRole('heading', { level: 1, name: second.address }).waitFor();
  await page.getByLabel('Name').waitFor();
  expect([await page.getByTestId('secret').count(), await page.getByLabel('Name').inputValue()]).toEqual([0, '']);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: first.address }).waitFor();
  await page.getByLabel('Name').waitFor();
  expect(await page.getByTestId('secret').count()).toBe(0);
  await page.context().close();
});

it('leaves a board where it is scrolled to when one of its tasks is opened and closed', async () => {
  const box = await pages.mailroom.mailbox();
  const subjects = Array.from({ length: 30 }, (_, at) => `Task ${at}`);
  await Promise.all(
    subjects.map((subject) =>
      pages.mailroom.send({ from: 'ada@example.org', to: box.address, subject, text: 'Hello.' }),
    ),
  );
  const all = async () => (await box.api.data('GET', '/emails?size=50')).items.length === subjects.length;
  await until(all, { what: 'all of them' });
  const page = await openApp(`tasks?mailbox=${box.id}`);
  const rows = page.getByRole('region', { name: 'Waiting' }).getByRole('link');
  await rows.nth(29).waitFor();
  const heading = page.getByRole('complementary', { name: 'Selected task' }).getByRole('heading');
  for (const width of [1440, 720]) {
    await page.setViewportSize({ width, height: 500 });
    const row = rows.nth(25);
    await row.scrollIntoViewIfNeeded();
    const before = await row.boundingBox();
    await row.click();
    await heading.waitFor();
    await page.waitForTimeout(300);
    expect(await isSeen(heading)).toBe(true);
    if (width === 1440) expect(await row.boundingBox()).toMatchObject({ y: before?.y });
    await page.keyboard.press('Escape');
    await heading.waitFor({ state: 'detached' });
    await page.waitForTimeout(300);
    expect(await row.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await isSeen(row)).toBe(true);
  }
  await page.context().close();
});

/** Runs in the page, and returns what has the focus if it lies out of the window or under something else. */
const HIDDEN_FOCUS = `(() => {
  const focused = document.activeElement;
  if (focused === document.body) return '';
  const place = focused.closest('label') ?? focused;
  const { left, top, right, bottom } = place.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2];
  const over = document.elementFromPoint(x, y);
  const outline = getComputedStyle(place).outlineStyle;
  if (place.matches('.btn') && outline === 'none') return 'no outline: ' + place.textContent;
  return over && place.contains(over) ? '' : place.outerHTML.slice(0, 120);
})()`;

it('shows whatever the tab key reaches where a window is as small as 400 % of zoom make it', async () => {
  const box = await pages.mailroom.mailbox();
  await pages.mailroom.send({
    from: 'ada@example.org',
    to: box.address,
    subject: 'Small',
    text: 'Hello.\n'.repeat(30),
  });
  const { id } = await pages.mailroom.received(box.api, 'Small');
  const page = await openApp(`tasks?mailbox=${box.id}&task=${id}`);
  await page.setViewportSize({ width: 360, height: 300 });
  const hidden = new Set<unknown>();
  const walk = async (path: string, last: Locator) => {
    await page.goto(`${pages.mailroom.baseUrl}/${path}`);
    await last.waitFor();
    for (const key of ['Tab', 'Shift+Tab'])
      for (let pressed = 0; pressed < 25; pressed++) {
        await page.keyboard.press(key);
        hidden.add(await page.evaluate(HIDDEN_FOCUS));
      }
  };
  await walk(`app/tasks?mailbox=${box.id}&task=${id}`, page.getByRole('button', { name: 'Mark handled' }));
  await walk(`app/mailboxes/${box.id}`, page.getByRole('button', { name: 'New token' }));
  await page.goto(`${pages.mailroom.baseUrl}/webmail/`);
  await signInToWebmail(page, box.api.token);
  await page.getByRole('link', { name: /Small/ }).waitFor();
  await walk(`webmail/messages/${id}`, page.getByRole('button', { name: 'Discard' }));
  await walk('webmail/write', page.getByRole('button', { name: 'Discard' }));
  expect([...hidden].filter(Boolean)).toEqual([]);
  await page.context().close();
}, 60_000);

it('shows what is chosen and where one is in the colours that a system forces on it', async () => {
  const page = await openApp('billing');
  await page.emulateMedia({ forcedColors: 'active' });
  /** What is seen at its left edge. */
  const backgroundOf = async (place: Locator) => {
    const { x, y, height } = (await place.boundingBox()) ?? fail();
    return (await page.screenshot({ clip: { x: x + 3, y: y + height / 2, width: 2, height: 2 } })).toString('base64');
  };
  /** One of a few stands out, the others don't. */
  const standsOut = async (one: Locator, other: Locator) => {
    await Promise.all([one.waitFor(), other.waitFor()]);
    return (await backgroundOf(one)) !== (await backgroundOf(other));
  };
  const places = page.getByRole('navigation', { name: 'Main' });
  const isThere = await standsOut(
    places.getByRole('link', { name: 'Billing' }),
    places.getByRole('link', { name: 'Send' }),
  );
  const amounts = page.locator('.amounts label');
  const isPaid = await standsOut(amounts.nth(0), amounts.nth(1));
  await page.getByRole('button', { name: 'Account' }).click();
  const theme = (name: string) => page.getByRole('button', { name, exact: true });
  const isTheme = await standsOut(theme('System'), theme('Dark'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const isChosen = await standsOut(page.getByRole('option').nth(0), page.getByRole('option').nth(1));
  expect({ isThere, isPaid, isTheme, isChosen }).toEqual({
    isThere: true,
    isPaid: true,
    isTheme: true,
    isChosen: true,
  });
  await page.context().close();
});
