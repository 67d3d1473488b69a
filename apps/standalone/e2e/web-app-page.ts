import { mkdir } from 'node:fs/promises';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { LOOKS } from './browser-page.js';

/** What functions that run in the page find there. */
declare const window: EventTarget & { readonly innerWidth: number };
declare const document: { readonly documentElement: { readonly scrollWidth: number } };

const PICTURES = 'artefacts/pictures';

/** A page of /app, with a wallet in its browser. */
export type WalletPage = {
  readonly page: Page;
  readonly account: PrivateKeyAccount;
  /** What the console said, what went wrong, and what was asked of another origin. */
  readonly complaints: string[];
  /** What the wallet was asked for. */
  readonly asked: string[];
  /** The wallet's person says no from now on, or yes again. */
  decline(declines: boolean): void;
  close(): Promise<void>;
};

type Answered = { readonly result?: unknown; readonly code?: number };

/** A wallet with a real key, on another chain than that of the service. */
class TestWallet {
  readonly asked: string[] = [];
  declines = false;
  #chain = '0x1';

  constructor(private readonly account: PrivateKeyAccount) {}

  async answer(method: string, params: readonly never[]): Promise<Answered> {
    this.asked.push(method);
    if (this.declines) return { code: 4001 };
    const [first, second] = params as unknown as [{ chainId: string }, string];
    switch (method) {
      case 'eth_requestAccounts':
        return { result: [this.account.address] };
      case 'eth_chainId':
        return { result: this.#chain };
      case 'wallet_switchEthereumChain':
        this.#chain = first.chainId;
        return { result: null };
      case 'personal_sign':
        return { result: await this.account.signMessage({ message: { raw: params[0] as unknown as `0x${string}` } }) };
      case 'eth_signTypedData_v4':
        return { result: await this.account.signTypedData(JSON.parse(second)) };
      default:
        return { code: 4200 };
    }
  }
}

/** Runs in the page: two wallets announce themselves (EIP-6963), and the first of them asks the test. */
function announceWallets(): void {
  const ask = (method: string, params: readonly unknown[]): Promise<Answered> =>
    Reflect.get(window, 'walletOfTest')(method, params);
  const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    const { result, code } = await ask(method, params);
    if (code === undefined) return result;
    throw Object.assign(new Error(`The wallet answered ${code}.`), { code });
  };
  const wallets = ['Test Wallet', 'Other Wallet'].map((name) => ({
    info: { uuid: crypto.randomUUID(), name, icon: '', rdns: name.toLowerCase().replace(' ', '.') },
    provider: { request },
  }));
  const announce = () => {
    for (const detail of wallets)
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail) }));
  };
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}

export async function openApp(browser: Browser, baseUrl: string, path = ''): Promise<WalletPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const account = privateKeyToAccount(generatePrivateKey());
  const wallet = new TestWallet(account);
  await context.exposeFunction('walletOfTest', (method: string, params: never[]) => wallet.answer(method, params));
  await context.addInitScript(announceWallets);
  context.setDefaultTimeout(8_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await page.goto(`${baseUrl}/app/${path}`);
  const decline = (declines: boolean) => {
    wallet.declines = declines;
  };
  return { page, account, complaints, asked: wallet.asked, decline, close: () => context.close() };
}

export async function signInWithWallet({ page }: Pick<WalletPage, 'page'>): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet Test Wallet' }).click();
  await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor();
}

/** Leases a mailbox on the page, and returns what it shows. */
export async function leaseOnPage(page: Page): Promise<{ address: string; password: string }> {
  await page.getByRole('link', { name: 'Mailboxes' }).first().click();
  await page.getByLabel('Purpose').fill('trial sign-ups');
  await page.getByRole('button', { name: 'Lease mailbox' }).click();
  const password = (await page.getByTestId('secret').textContent()) ?? '';
  const address = (await page.getByRole('table').getByRole('link').first().textContent()) ?? '';
  return { address, password };
}

/** What axe finds, in all widths and themes; a picture of each is kept. */
export async function faultsOf(page: Page, name: string): Promise<string[]> {
  await mkdir(PICTURES, { recursive: true });
  const faults: string[] = [];
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: `${PICTURES}/app-${name}-${width}-${colorScheme}.png`, animations: 'disabled' });
    // Without a tag of script, which the page's policy refuses.
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(async () => (Reflect.get(window, 'axe') as typeof axe).run());
    const at = `${name}, ${width}, ${colorScheme}`;
    faults.push(...violations.map(({ id, nodes }) => `${at}: ${id} ${nodes[0]?.html.slice(0, 200)}`));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) faults.push(`${at}: ${wide} px too wide`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return faults;
}
