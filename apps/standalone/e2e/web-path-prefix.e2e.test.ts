import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startBrowser } from '@mailroom/testing';
import type { Browser } from 'playwright-core';
import { openPage } from './browser-page.js';
import { startOwnMailroom, type OwnMailroom } from './mailroom-fixture.js';

const PREFIX = '/post/office';

let mailroom: OwnMailroom;
let browser: Browser;
/** A proxy that serves the system below a path, and takes the path away. */
let proxy: Server;
let base: string;
beforeAll(async () => {
  proxy = createServer((request, response) => {
    const { hostname, port } = new URL(mailroom.baseUrl);
    const path = request.url?.startsWith(PREFIX) ? request.url.slice(PREFIX.length) : '/nothing-here';
    const { method, headers } = request;
    const passed = ask({ hostname, port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PREFIX}`;
  const system = { apps: ['mailbox-api', 'web'] as const };
  [mailroom, browser] = await Promise.all([startOwnMailroom({ MAILROOM_BASE_URL: base }, system), startBrowser()]);
}, 120_000);
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await Promise.all([browser.close(), mailroom.close()]);
});

it('serves pages, their scripts and their calls below whatever path stands in front', async () => {
  const { api, address } = await mailroom.mailbox('below');
  const { page, complaints } = await openPage(browser, `${base}/webmail/`);
  await page.getByRole('button', { name: 'Use a mailbox token' }).click();
  await page.getByLabel('Token').fill(api.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('No mail yet').waitFor();
  await api.data('POST', '/send', { to: [address], subject: 'To myself', text: 'Here.' });
  await page.getByRole('link', { name: 'Sent' }).first().click();
  await page.getByRole('link', { name: /To myself/ }).click();
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`^${PREFIX}/webmail/messages/\\d+$`));
  await page.reload();
  await page.getByRole('heading', { name: 'To myself' }).waitFor();
  expect(complaints).toEqual([]);
});
