import { afterAll, beforeAll } from '@jest/globals';
import { startBrowser } from '@mailroom/testing';
import type { Browser, Page } from 'playwright-core';
import { openPage, type WatchedPage } from './browser-page.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

/** The system and a browser, for a suite about what people see, with the ways in to its interfaces. */
export class SuiteOfPages {
  #mailroom: Mailroom | undefined;
  #browser: Browser | undefined;

  /** Starts both before the tests of the suite that makes it, and closes them after the last. */
  constructor() {
    beforeAll(async () => {
      [this.#mailroom, this.#browser] = await Promise.all([startMailroom(), startBrowser()]);
    }, 120_000);
    afterAll(() => Promise.all([this.#browser?.close(), this.#mailroom?.close()]));
  }

  get mailroom(): Mailroom {
    return started(this.#mailroom);
  }

  get browser(): Browser {
    return started(this.#browser);
  }

  /** Opens a page of /app as the tenant's manager, or with another token. */
  async openApp(path = '', token = this.mailroom.manager.token): Promise<WatchedPage> {
    const opened = await openPage(this.browser, `${this.mailroom.baseUrl}/app/${path}`);
    await opened.page.getByLabel('Token').fill(token);
    await opened.page.getByRole('button', { name: 'Sign in' }).click();
    await opened.page.getByRole('navigation', { name: 'Main' }).waitFor();
    return opened;
  }

  /** Opens a page of webmail with the token of a mailbox. */
  async openWebmail({ token }: { readonly token: string }, path = ''): Promise<WatchedPage> {
    const opened = await openPage(this.browser, `${this.mailroom.baseUrl}/webmail/${path}`);
    await signInToWebmail(opened.page, token);
    await opened.page.getByRole('navigation', { name: 'Folders', exact: true }).waitFor();
    return opened;
  }

  async openAdmin(path = ''): Promise<WatchedPage> {
    const opened = await openPage(this.browser, `${this.mailroom.baseUrl}/admin/${path}`);
    await opened.page.getByLabel('Operator token').fill(this.mailroom.operatorToken);
    await opened.page.getByRole('button', { name: 'Sign in' }).click();
    await opened.page.getByRole('navigation', { name: 'Main' }).waitFor();
    return opened;
  }
}

export async function signInToWebmail(page: Page, token: string): Promise<void> {
  await page.getByRole('button', { name: 'Use a mailbox token' }).click();
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The suite has not begun.');
  return part;
}
