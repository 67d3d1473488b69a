import { expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import type { Page } from 'playwright-core';
import type { Mailroom } from './mailroom-fixture.js';
import { openPage } from './browser-page.js';
import { signInToWebmail as signIn, SuiteOfPages } from './web-pages.js';

const pages = new SuiteOfPages();

type Somebody = Awaited<ReturnType<Mailroom['mailbox']>>;

async function arrive({ address, api }: Somebody, subject: string) {
  await pages.mailroom.send({ from: 'Ada <ada@example.org>', to: address, subject, text: 'Which gear first?' });
  return pages.mailroom.received(api, subject);
}

async function openWebmail(token: string, path = ''): Promise<Page> {
  const { page } = await openPage(pages.browser, `${pages.mailroom.baseUrl}/webmail/${path}`);
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

/** Ends the session of a page on the server, of which the page hears nothing. */
async function endSession(page: Page, surface: 'app' | 'webmail'): Promise<void> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'x-mailroom-page': '1' };
  await fetch(`${pages.mailroom.baseUrl}/${surface}/session`, { method: 'DELETE', headers });
}

/** Waits until the one draft of a mailbox has this text. */
function drafted({ api }: Somebody, text: string): Promise<void> {
  const isSo = async () => {
    const { items } = await api.data('GET', '/drafts?size=50');
    const full = await Promise.all(items.map(({ id }: { id: number }) => api.data('GET', `/drafts/${id}`)));
    return full.length === 1 && full[0].text === text;
  };
  return until(isSo, { what: `one draft with "${text}"`, timeoutMs: 8_000 });
}

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });

it('says that an answer was sent whose message an agent holds, and offers no second one', async () => {
  const own = await pages.mailroom.mailbox();
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

it('says that the session is over, and gives back what was being written after the next sign-in', async () => {
  const own = await pages.mailroom.mailbox();
  await arrive(own, 'Gears');
  const page = await openWebmail(own.api.token);
  await open(page, 'Gears');
  await reply(page).fill('The small one,');
  await drafted(own, 'The small one,');
  await endSession(page, 'webmail');
  await reply(page).fill('The small one, and then the large one.');
  await page.getByText('You are no longer signed in.').waitFor();
  await signIn(page, own.api.token);
  await page.getByRole('heading', { name: 'Gears', level: 1 }).waitFor();
  expect(await reply(page).inputValue()).toBe('The small one, and then the large one.');
  await drafted(own, 'The small one, and then the large one.');
});

it('gives back a new message in the same way, and to nobody who reads another mailbox', async () => {
  const [own, other] = await Promise.all([pages.mailroom.mailbox(), pages.mailroom.mailbox()]);
  const page = await openWebmail(own.api.token, 'write');
  await page.getByLabel('Subject').fill('A secret of mine');
  await endSession(page, 'webmail');
  await page.getByText('You are no longer signed in.').waitFor();
  await signIn(page, other.api.token);
  await page.getByRole('heading', { name: 'New message' }).waitFor();
  expect(await page.getByLabel('Subject').inputValue()).toBe('');
  await page.getByLabel('Subject').fill('Of the other');
  await endSession(page, 'webmail');
  await page.getByText('You are no longer signed in.').waitFor();
  await signIn(page, own.api.token);
  await page.getByRole('heading', { name: 'New message' }).waitFor();
  expect(await page.getByLabel('Subject').inputValue()).toBe('A secret of mine');
});

it('gives back an answer and a message of /app, but not after a sign-out', async () => {
  const own = await pages.mailroom.mailbox();
  await arrive(own, 'Help me');
  const { page } = await openPage(pages.browser, `${pages.mailroom.baseUrl}/app/send`);
  const enter = async () => {
    await page.getByLabel('Token').fill(own.api.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await enter();
  await page.getByRole('textbox', { name: 'Message' }).fill('A long letter');
  await endSession(page, 'app');
  await page.getByRole('link', { name: 'Tasks' }).first().click();
  await page.getByText('You are no longer signed in.').waitFor();
  await enter();
  await page.getByRole('link', { name: /Help me/ }).click();
  await page.getByRole('textbox', { name: 'Reply' }).fill('I am on my way');
  await endSession(page, 'app');
  await page.getByRole('button', { name: 'Reply and close' }).click();
  await page.getByText('You are no longer signed in.').waitFor();
  await enter();
  await page.getByRole('textbox', { name: 'Reply' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('I am on my way');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Token').waitFor();
  expect(await page.getByText('You are no longer signed in.').count()).toBe(0);
  await enter();
  await page.getByRole('textbox', { name: 'Reply' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('');
});

it('brings the page to sign in where somebody signed out in another tab, once mail comes', async () => {
  const own = await pages.mailroom.mailbox();
  const page = await openWebmail(own.api.token);
  await page.getByText('No mail yet').waitFor();
  await endSession(page, 'webmail');
  await arrive(own, 'For nobody any more');
  await page.getByText('You are no longer signed in.').waitFor();
  expect(await page.getByText('For nobody any more').count()).toBe(0);
});

it('belongs in all tabs to whoever signed in last, and sends nothing in their name that another wrote', async () => {
  const [own, other] = await Promise.all([pages.mailroom.mailbox(), pages.mailroom.mailbox()]);
  const { page } = await openPage(pages.browser, `${pages.mailroom.baseUrl}/app/send`);
  const enter = async (tab: Page, { api }: Somebody) => {
    await tab.getByLabel('Token').fill(api.token);
    await tab.getByRole('button', { name: 'Sign in' }).click();
  };
  const message = page.getByRole('textbox', { name: 'Message' });
  await enter(page, own);
  await message.fill('A long letter');
  const second = await page.context().newPage();
  await second.goto(`${pages.mailroom.baseUrl}/app/`);
  for (const [next, words] of [[other, ''] as const, [own, 'A long letter'] as const]) {
    await second.getByRole('button', { name: 'Account' }).click();
    await second.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are no longer signed in.').waitFor();
    await enter(second, next);
    await page.getByLabel('From').getByText(next.address).waitFor({ state: 'attached' });
    expect(await message.inputValue()).toBe(words);
  }
});

it('shows no message of one mailbox in another, and goes to its own when it is asked', async () => {
  const [first, second] = await Promise.all([pages.mailroom.mailbox('first'), pages.mailroom.mailbox('second')]);
  const { id } = await arrive(first, 'For the first');
  await arrive(second, 'For the second');
  const page = await openWebmail(pages.mailroom.manager.token);
  await page.getByRole('button', { name: first.address }).click();
  await open(page, 'For the first');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).fill(second.address);
  await page.getByRole('option', { name: second.address }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /For the second/ }).waitFor();
  expect(await page.getByRole('heading', { name: 'For the first' }).count()).toBe(0);
  await page.goto(`${pages.mailroom.baseUrl}/webmail/messages/${id}`);
  await page.getByText('This lies in another mailbox').waitFor();
  expect(await reply(page).count()).toBe(0);
  await page.getByRole('button', { name: `Open ${first.address}` }).click();
  await page.getByRole('heading', { name: 'For the first', level: 1 }).waitFor();
  await page.getByRole('link', { name: /For the first/ }).waitFor();
});

it('overwrites no draft that was changed in another tab, and keeps the words of both', async () => {
  const own = await pages.mailroom.mailbox();
  const { id } = await own.api.data('POST', '/drafts', { to: [own.address], subject: 'Plan', text: 'At noon.' });
  await own.api.data('POST', `/drafts/${id}/attachments`, { filename: 'plan.txt', content: 'bm9vbg==' });
  const first = await openWebmail(own.api.token, `drafts/${id}`);
  const second = await openWebmail(own.api.token, `drafts/${id}`);
  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text' });
  await textOf(second).waitFor();
  for (const text of ['At noon, or', 'At noon, or at one.']) {
    await textOf(first).fill(text);
    await drafted(own, text);
  }
  expect(await first.getByRole('alert').count()).toBe(0);
  let saves = 0;
  second.on('request', (request) => (saves += request.method() === 'PUT' ? 1 : 0));
  await textOf(second).fill('In the evening.');
  await second.getByRole('alert').getByText('This draft was changed in another place.').waitFor();
  await textOf(second).fill('In the evening, late.');
  await second.getByRole('button', { name: 'Send', exact: true }).click();
  await second.waitForTimeout(2_000);
  expect(saves).toBe(1);
  await drafted(own, 'At noon, or at one.');
  await second.getByRole('button', { name: 'Keep as a new draft' }).click();
  await second.waitForURL((url) => /drafts\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`));
  await second.getByRole('list', { name: 'Attachments' }).getByText('plan.txt').waitFor();
  expect(await textOf(second).inputValue()).toBe('In the evening, late.');
  expect(await second.getByRole('alert').count()).toBe(0);
  expect(await own.api.data('GET', `/drafts/${id}`)).toMatchObject({ text: 'At noon, or at one.' });
});

it('discards no draft that was changed in another tab', async () => {
  const own = await pages.mailroom.mailbox();
  const { id } = await own.api.data('POST', '/drafts', { to: [own.address], subject: 'Plan', text: 'At noon.' });
  const page = await openWebmail(own.api.token, `drafts/${id}`);
  const discard = page.getByRole('button', { name: 'Discard' });
  await discard.waitFor();
  await own.api.data('PUT', `/drafts/${id}`, { subject: 'Plan', text: 'In the evening.' });
  await discard.click();
  await page.getByRole('alert').getByText('This draft was changed in another place.').waitFor();
  await drafted(own, 'In the evening.');
  await page.reload();
  await page.getByText('In the evening.').waitFor();
  await discard.click();
  await page.getByText('No drafts').waitFor();
  expect((await own.api.call('GET', `/drafts/${id}`)).status).toBe(404);
});

it('sends no older text of a draft, and keeps what was typed if its page is left', async () => {
  const own = await pages.mailroom.mailbox();
  const { id } = await own.api.data('POST', '/drafts', { to: [own.address], subject: 'Plan', text: 'At noon.' });
  const page = await openWebmail(own.api.token, `drafts/${id}`);
  await page.getByRole('textbox', { name: 'Text' }).waitFor();
  await own.api.data('PUT', `/drafts/${id}`, { to: [own.address], subject: 'Plan', text: 'At one.' });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('alert').getByText('This draft was changed in another place.').waitFor();
  expect((await own.api.data('GET', '/emails?type=1')).items).toEqual([]);
  await page.getByRole('textbox', { name: 'Text' }).fill('At two.');
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  const texts = async () => {
    const { items } = await own.api.data('GET', '/drafts?size=50');
    const full = await Promise.all(items.map((one: { id: number }) => own.api.data('GET', `/drafts/${one.id}`)));
    return full.map(({ text }) => text).sort();
  };
  await until(async () => (await texts()).join() === 'At one.,At two.', { what: 'two drafts', timeoutMs: 8_000 });
});

it('takes a save whose answer was lost for its own', async () => {
  const own = await pages.mailroom.mailbox();
  const { id } = await own.api.data('POST', '/drafts', { to: [own.address], subject: 'Plan', text: 'At noon.' });
  const page = await openWebmail(own.api.token, `drafts/${id}`);
  await page.route(`**/drafts/${id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('textbox', { name: 'Text' }).fill('At one.');
  await page.getByRole('alert').getByText('could not be reached').waitFor();
  await page.unroute(`**/drafts/${id}`);
  await page.getByRole('textbox', { name: 'Text' }).fill('At two.');
  await drafted(own, 'At two.');
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('keeps who gets a blind copy, and the formatting for as long as the words stay', async () => {
  const own = await pages.mailroom.mailbox();
  const written = {
    to: [own.address],
    bcc: ['boss@example.org'],
    subject: 'Plan',
    text: 'At noon.',
    html: '<b>At noon.</b>',
  };
  const { id } = await own.api.data('POST', '/drafts', written);
  const page = await openWebmail(own.api.token, `drafts/${id}`);
  await page.getByRole('button', { name: 'Show it' }).click();
  await page
    .frameLocator('iframe[title=Message]')
    .frameLocator('iframe')
    .locator('b', { hasText: 'At noon.' })
    .waitFor();
  const stands = (what: object) => {
    const isSo = async () => {
      const draft = await own.api.data('GET', `/drafts/${id}`);
      return Object.entries(what).every(([field, value]) => JSON.stringify(draft[field]) === JSON.stringify(value));
    };
    return until(isSo, { what: JSON.stringify(what), timeoutMs: 8_000 });
  };
  await page.getByLabel('Subject').fill('The plan');
  await stands({ ...written, subject: 'The plan' });
  await page.getByLabel('Bcc').fill('');
  await page.getByRole('textbox', { name: 'Text' }).fill('At one.');
  await stands({ ...written, subject: 'The plan', bcc: [], text: 'At one.', html: null });
  expect(await page.getByText('formatted text').count()).toBe(0);
});
