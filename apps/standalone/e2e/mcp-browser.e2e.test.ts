import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startBrowser } from '@mailroom/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';
import { originOf, type Json } from './oauth-flow.js';

let mailroom: Mailroom;
let base: string;
let browser: Browser;
/** The stock client's own side: it opens the browser, and takes the code that comes back. */
let callback: Server;
const codes: URLSearchParams[] = [];
beforeAll(async () => {
  callback = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    // Some browsers ask for an icon as well.
    if (pathname === '/callback') codes.push(searchParams);
    response.end('You may close this window.');
  });
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve));
  [mailroom, browser] = await Promise.all([startMailroom(), startBrowser()]);
  base = await originOf(mailroom.baseUrl);
}, 120_000);
afterAll(async () => {
  callback.close();
  await Promise.all([browser.close(), mailroom.close()]);
});

const redirectUrl = () => `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;

/** Starts a sign-in as a stock client does, given nothing but the address; returns where it sends its user. */
async function beginSignIn(clientName = 'A stock client') {
  const kept: Json = {};
  const provider: Json = {
    redirectUrl: redirectUrl(),
    clientMetadata: {
      client_name: clientName,
      redirect_uris: [redirectUrl()],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client: Json) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens: Json) => void (kept.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (kept.url = url),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    discoveryState: () => kept.discovery,
    saveDiscoveryState: (state: Json) => void (kept.discovery = state),
  };
  const transport = () => new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { authProvider: provider });
  const first = transport();
  await expect(new Client({ name: 'c', version: '1' }).connect(first)).rejects.toThrow(/unauthorized/i);
  const connect = async (answer: URLSearchParams | undefined) => {
    if (!answer) throw new Error('Nothing came back.');
    await first.finishAuth(answer);
    const client = new Client({ name: 'c', version: '1' });
    await client.connect(transport());
    return client;
  };
  return { url: String(kept.url), connect };
}

/** Opens a page, and fails if it says anything on its console or asks another origin for anything. */
async function open(url: string, options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('dialog', (dialog) => complaints.push(`a dialog: ${dialog.message()}`));
  page.on('request', (request) => {
    if (![base, new URL(redirectUrl()).origin].includes(new URL(request.url()).origin)) complaints.push(request.url());
  });
  await page.goto(url);
  return { page, complaints };
}

it('a person with the keyboard alone, and without scripts, lets a stock client in, and it claims, reads, answers and is done', async () => {
  const [box, sender] = [await mailroom.mailbox(), await mailroom.mailbox()];
  const { url, connect } = await beginSignIn();
  const { page, complaints } = await open(url, { javaScriptEnabled: false });
  expect(await page.getByRole('heading').textContent()).toBe('Allow access to a mailbox?');
  await page.keyboard.press('Tab');
  await page.keyboard.type(box.api.token);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('You may close this window.').waitFor();
  expect(complaints).toEqual([]);
  const client = await connect(codes.pop());
  const call = async (name: string, input: object = {}): Promise<Json> =>
    (await client.callTool({ name, arguments: { ...input } })).structuredContent;
  await mailroom.send({ from: sender.address, to: box.address, subject: 'A question', text: 'When?' });
  const { email } = await call('claim_next_task', { waitSeconds: 20 });
  expect((await call('get_email', { emailId: email.emailId })).text).toContain('When?');
  const { leaseToken } = email.task;
  await call('reply_to_message', { emailId: email.emailId, text: 'Now.', completeTask: true, leaseToken });
  expect((await mailroom.received(sender.api, 'Re: A question')).snippet).toContain('Now.');
  expect((await box.api.data('GET', `/emails/${email.emailId}`)).task.status).toBe('handled');
  await client.close();
  await page.context().close();
});

it('a manager chooses the mailbox, and may say no', async () => {
  const box = await mailroom.mailbox();
  const allowed = await beginSignIn();
  const { page } = await open(allowed.url);
  await page.getByLabel('Token').fill(mailroom.manager.token);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByLabel(box.address).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('You may close this window.').waitFor();
  const client = await allowed.connect(codes.pop());
  expect((await client.callTool({ name: 'whoami', arguments: {} })).structuredContent).toMatchObject({
    mailboxes: [{ address: box.address }],
  });
  await client.close();
  await page.goto((await beginSignIn()).url);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('You may close this window.').waitFor();
  expect(codes.pop()?.get('error')).toBe('access_denied');
  await page.context().close();
});

it('a wrong token is told so beside the field, and the name of a client runs nothing', async () => {
  const { url } = await beginSignIn('"><img src=x onerror=alert(1)><script>alert(2)</script>');
  const { page, complaints } = await open(url);
  await page.getByLabel('Token').fill('mrt_wrong');
  await page.getByRole('button', { name: 'Allow' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('not valid');
  expect(await page.getByText('<script>alert(2)</script>').count()).toBe(1);
  expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
  await page.context().close();
});

it.each([
  { width: 360, colorScheme: 'light' },
  { width: 1_280, colorScheme: 'dark' },
] as const)('everybody can use the page, at $width pixels and $colorScheme', async ({ width, colorScheme }) => {
  const { url } = await beginSignIn();
  const { page } = await open(url, { viewport: { width, height: 800 }, colorScheme });
  await page.evaluate(axe.source);
  const check = 'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"] })';
  const { violations, passes }: Json = await page.evaluate(check);
  expect(violations.map(({ id }: Json) => id)).toEqual([]);
  expect(passes.length).toBeGreaterThan(10);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
  expect(overflow).toBeLessThanOrEqual(0);
  await page.context().close();
});

it('no other site can show the page in a frame', async () => {
  const { url } = await beginSignIn();
  const framed = await browser.newContext();
  const page = await framed.newPage();
  await page.setContent('<iframe width=300 height=300></iframe>');
  const [, frame] = page.frames();
  const refused = page.waitForEvent('requestfailed');
  await page.locator('iframe').evaluate((element, address) => element.setAttribute('src', address), url);
  expect((await refused).failure()?.errorText).toContain('BLOCKED_BY_RESPONSE');
  expect(await frame?.getByRole('heading', { name: 'Allow access to a mailbox?' }).count()).toBe(0);
  await framed.close();
});
