import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startBrowser, until } from '@mailroom/testing';
import type { Browser } from 'playwright-core';
import { startHookReceiver } from './hook-receiver.js';
import { startPayingMailroom, type PayingMailroom } from './paying-mailroom.js';
import { faultsOf, leaseOnPage, openApp, signInWithWallet } from './web-app-page.js';

let mailroom: PayingMailroom;
let browser: Browser;
beforeAll(async () => {
  [mailroom, browser] = await Promise.all([startPayingMailroom(), startBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await mailroom.close();
});

const receive = (to: string, subject: string, text: string) =>
  mailroom.send({ from: 'Lumen Cloud <no-reply@lumen.example>', to, subject, text });

/** Somebody whose wallet has signed in. */
async function somebody() {
  const opened = await openApp(browser, mailroom.baseUrl);
  await signInWithWallet(opened);
  return opened;
}

it('lets a person in with the wallet that they choose, which is asked for one signature on the chain of the service', async () => {
  const { page, complaints, asked, decline, close } = await openApp(browser, mailroom.baseUrl, 'billing');
  await page.getByRole('button', { name: 'Connect wallet Other Wallet' }).waitFor();
  expect(await page.getByRole('button', { name: 'Connect wallet' }).count()).toBe(2);
  expect(await faultsOf(page, 'sign-in')).toEqual([]);
  decline(true);
  await page.getByRole('button', { name: 'Connect wallet Test Wallet' }).click();
  await page.getByText('You declined in your wallet').waitFor();
  decline(false);
  await page.getByRole('button', { name: 'Connect wallet Test Wallet' }).click();
  await page.getByRole('heading', { name: 'Billing', exact: true }).waitFor();
  expect(asked.filter((method) => /^wallet_|sign/.test(method))).toEqual([
    'wallet_switchEthereumChain',
    'personal_sign',
  ]);
  await page.reload();
  await page.getByRole('heading', { name: 'Billing', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Token').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('lets a person in with a token, says what is wrong with another, and makes a token that is shown once and revoked', async () => {
  const { address, api } = await mailroom.mailbox();
  const { page, complaints, close } = await openApp(browser, mailroom.baseUrl);
  for (const wrong of ['mrm_wrong', 'no token', 'x'.repeat(50_000)]) {
    await page.getByLabel('Token').fill(wrong);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Check that it was copied whole.').waitFor();
    await page.getByLabel('Token').fill('');
  }
  complaints.length = 0;
  await page.getByLabel('Token').fill(mailroom.manager.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: address.split('@')[0] ?? '' }).click();
  await page.getByLabel('Name').fill('ci-runner');
  await page.getByRole('button', { name: 'New token' }).click();
  const token = (await page.getByTestId('secret').textContent()) ?? '';
  const me = () => fetch(`${mailroom.baseUrl}/api/agent/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  expect([token.slice(0, 4), (await me()).status]).toEqual([api.token.slice(0, 4), 200]);
  const row = page.locator('.part.row').filter({ hasText: 'ci-runner' });
  await row.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Revoked').waitFor();
  await until(async () => (await me()).status === 401, { what: 'the token to end' });
  expect(complaints).toEqual([]);
  await close();
});

it('takes what is no id in an address for none, and says that nothing waits only when it knows', async () => {
  const { page, complaints, close } = await openApp(browser, mailroom.baseUrl);
  await page.getByLabel('Token').fill(mailroom.manager.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  for (const search of ['mailbox=abc&task=-1', 'mailbox=&task=x', 'mailbox=true']) {
    await page.goto(`${mailroom.baseUrl}/app/tasks?${search}`);
    await page.getByText('Live', { exact: true }).waitFor();
    expect([await page.getByRole('alert').count(), await page.locator('.taskopen').count()]).toEqual([0, 0]);
  }
  expect(complaints).toEqual([]);
  await page.goto(`${mailroom.baseUrl}/app/tasks?mailbox=999999999`);
  await page.getByRole('alert').getByText('It may have been deleted').waitFor();
  expect(await page.getByText('Nothing waits').count()).toBe(0);
  expect(await page.locator('.figures .v').allTextContents()).toEqual(['–', '–', '–', '–']);
  await close();
});

it('leases a mailbox, shows a code as it comes, sends and is told the end, extends and releases', async () => {
  const { page, complaints, close } = await somebody();
  const { address, password } = await leaseOnPage(page);
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByText('This address is yours for another').waitFor();
  await page.getByText('No mail yet').waitFor();
  await receive(address, 'Confirm your email address', 'Your verification code is 482913.');
  await page.getByText('482913').waitFor();
  expect(await faultsOf(page, 'mailbox')).toEqual([]);
  await page.getByRole('button', { name: 'Extend' }).click();
  await page.getByRole('heading', { name: /^2[34] h/ }).waitFor();
  const friend = await mailroom.mailbox();
  await page.getByRole('link', { name: 'Send' }).first().click();
  await page.getByText('Several addresses are separated by commas.').waitFor();
  await page.getByLabel('To', { exact: true }).fill(friend.address);
  await page.getByLabel('Subject').fill('The late boat is free');
  await page.getByLabel('Message').fill('It has room for all 14 of you.');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('finalDeliveryState: sent').waitFor();
  expect((await mailroom.received(friend.api, 'The late boat is free')).from.email).toBe(address);
  expect(await faultsOf(page, 'send')).toEqual([]);
  await page.getByRole('link', { name: address.split('@')[0] ?? '' }).click();
  await page.getByRole('button', { name: 'Release…' }).click();
  await page.getByRole('dialog').getByText('stays readable for 24 hours').waitFor();
  await page.getByRole('button', { name: 'Release now' }).click();
  await page.getByText('You released this address.').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('shows who holds a task until when, brings one that needs a human first, and closes it with the reply', async () => {
  const [box, asker] = [await mailroom.mailbox(), await mailroom.mailbox()];
  const { page, complaints, close } = await openApp(browser, mailroom.baseUrl, `tasks?mailbox=${box.id}`);
  await page.getByLabel('Token').fill(mailroom.manager.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  await mailroom.send({ from: asker.address, to: box.address, subject: 'Which pier?', text: 'For the 18:40.' });
  await page.getByRole('region', { name: 'Waiting' }).getByText('Which pier?').waitFor();
  const owner = 'booking-agent';
  const { id, task } = await box.api.data('POST', '/tasks/claim-next', { owner });
  await page.reload();
  await page.getByRole('region', { name: 'Held by agents' }).getByText(owner).waitFor();
  const reason = 'I do not know the pier.';
  await box.api.data('PUT', `/emails/${id}/task`, {
    owner,
    leaseToken: task.leaseToken,
    status: 'needs_human',
    reason,
  });
  await page.reload();
  await page.getByRole('region', { name: 'Needs a human' }).getByText('Which pier?').click();
  await page.getByText(reason).last().waitFor();
  expect(await faultsOf(page, 'tasks')).toEqual([]);
  await page.getByLabel('Reply').fill('Pier 3.');
  await page.getByRole('button', { name: 'Reply and close' }).click();
  await page.getByRole('region', { name: 'Handled' }).getByText('Which pier?').waitFor();
  expect((await mailroom.received(asker.api, 'Re: Which pier?')).snippet).toContain('Pier 3.');
  await page.getByRole('button', { name: 'Give back to agents' }).click();
  await page.getByRole('region', { name: 'Waiting' }).getByText('Which pier?').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('shows what needs a human, and what is held, also where fifty newer messages wait', async () => {
  const box = await mailroom.mailbox();
  const arrive = async (subject: string) => {
    await mailroom.send({ from: 'ada@far.test', to: box.address, subject, text: 'Hello.' });
    return mailroom.received(box.api, subject);
  };
  const { id } = await arrive('The oldest');
  await arrive('The second');
  await box.api.data('PUT', `/emails/${id}/task`, { status: 'needs_human', reason: 'I do not know.' });
  await box.api.data('POST', '/tasks/claim-next', { owner: 'booking-agent' });
  for (let at = 0; at < 51; at++) await receive(box.address, `Number ${at}`, 'Hello.');
  await mailroom.received(box.api, 'Number 50');
  const { page, close } = await openApp(browser, mailroom.baseUrl, `tasks?mailbox=${box.id}`);
  await page.getByLabel('Token').fill(mailroom.manager.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('region', { name: 'Waiting' }).getByText('Number 50').waitFor();
  const shown = (group: string) => page.getByRole('region', { name: group }).getByRole('link').allInnerTexts();
  expect(await shown('Needs a human')).toEqual([expect.stringContaining('The oldest')]);
  expect(await shown('Held by agents')).toEqual([expect.stringContaining('The second')]);
  expect(await shown('Waiting')).toHaveLength(50);
  await close();
}, 60_000);

it('says that a message has no task, or that there is none, with the way back, also on a phone', async () => {
  const box = await mailroom.mailbox();
  const { id } = await box.api.data('POST', '/send', { to: [box.address], subject: 'Notes', text: 'To myself.' });
  const { page, close } = await openApp(browser, mailroom.baseUrl, 'tasks');
  await page.getByLabel('Token').fill(mailroom.manager.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor();
  const panel = page.getByRole('complementary', { name: 'Selected task' });
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [task, words] of [
      [id, 'This message has no task.'],
      [999_999_999, 'There is no such email'],
    ]) {
      await page.goto(`${mailroom.baseUrl}/app/tasks?mailbox=${box.id}&task=${task}`);
      await panel.getByText(words).waitFor();
      await panel.getByRole('link', { name: 'Close' }).click();
      await panel.waitFor({ state: 'detached' });
      expect(page.url()).toMatch(new RegExp(`tasks\\?mailbox=${box.id}$`));
    }
  }
  await page.goto(`${mailroom.baseUrl}/app/tasks?mailbox=abc&task=0`);
  await page.getByText('Live', { exact: true }).waitFor();
  expect([await panel.count(), await page.getByRole('alert').count()]).toEqual([0, 0]);
  await page.goto(`${mailroom.baseUrl}/app/tasks?task=${id}`);
  await panel.getByText('This message has no task.').waitFor();
  expect(await faultsOf(page, 'no-task')).toEqual([]);
  await close();
});

it('leads from an address that is none to a page that is', async () => {
  const { page, close } = await somebody();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${mailroom.baseUrl}/app/nowhere`);
  await page.getByText('There is no such page').waitFor();
  expect(await page.getByText(/beside/).count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Go to Tasks' }).click();
  await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor();
  await close();
});

it('tops up with a signature of the wallet, and shows receipt, credits and the way to write to the outside', async () => {
  const { page, account, asked, complaints, close } = await somebody();
  await mailroom.fund(account.address, 100n);
  await page.getByRole('link', { name: 'Billing' }).first().click();
  await page.getByRole('region', { name: 'Who you may write to' }).getByText('internal_only').waitFor();
  await page.getByRole('radio').nth(1).check();
  await page.getByRole('button', { name: /^Top up/ }).click();
  await page.getByText('1000 credits are yours.').waitFor();
  expect(asked).toContain('eth_signTypedData_v4');
  await page.getByRole('table', { name: 'Receipts' }).getByText('Settled').waitFor();
  await page.getByRole('table', { name: 'Ledger' }).getByText('paid to available').waitFor();
  await page.getByLabel('Credits', { exact: true }).getByText('1,000', { exact: true }).first().waitFor();
  expect(await faultsOf(page, 'billing')).toEqual([]);
  // The quote is a 402, which the browser itself reports.
  expect(complaints.filter((complaint) => !complaint.includes('402'))).toEqual([]);
  await close();
});

it('adds a webhook, shows its secret once, tests it, replays a delivery, rotates and deletes', async () => {
  let restarting = false;
  const hook = await startHookReceiver(
    () => (restarting ? 503 : 204),
    0,
    () => 'restarting',
  );
  const { page, complaints, close } = await somebody();
  const { address } = await leaseOnPage(page);
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await page.getByLabel('Target').fill(`${hook.origin}/mail`);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  expect(await page.getByTestId('secret').textContent()).toMatch(/^whsec_/);
  await page.getByRole('table').getByRole('link').click();
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('The endpoint answered 204.').waitFor();
  restarting = true;
  await receive(address, 'Hello', 'There.');
  await page.getByRole('link', { name: 'message.received' }).click();
  const delivery = page.getByRole('complementary', { name: 'Selected delivery' });
  await delivery.getByText('503').first().waitFor();
  expect(await delivery.getByLabel('Request').textContent()).toContain('"type": "message.received"');
  expect(await delivery.getByLabel('Answer').textContent()).toBe('503\n\nrestarting');
  expect(await faultsOf(page, 'webhook')).toEqual([]);
  restarting = false;
  await delivery.getByRole('button', { name: 'Replay' }).click();
  await delivery.getByText('Delivered').waitFor();
  await delivery.getByText('204').first().waitFor();
  expect(await delivery.getByRole('listitem').count()).toBeGreaterThan(1);
  await page.keyboard.press('Escape');
  await delivery.waitFor({ state: 'detached' });
  const focused = () => page.evaluate('document.activeElement.textContent');
  expect(await focused()).toBe('message.received');
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  expect(await page.getByTestId('secret').textContent()).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('No webhooks yet').waitFor();
  expect(complaints).toEqual([]);
  hook.close();
  await close();
});
