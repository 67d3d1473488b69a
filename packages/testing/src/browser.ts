import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/** Where Debian installs it. */
const SYSTEM_CHROMIUM = '/usr/bin/chromium';

/**
 * Starts a real browser without a window: the one in `CHROMIUM_BIN`, else the system's, else the one that npm installed.
 * It asks nobody outside for anything.
 */
export async function startBrowser(): Promise<Browser> {
  // These are large, and most suites that import this package start no browser.
  const { chromium: driver } = await import('playwright-core');
  const own = process.env.CHROMIUM_BIN ?? (existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined);
  const quiet = [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-sync',
  ];
  return driver.launch({ executablePath: own ?? (await ownChromium()), args: quiet });
}

async function ownChromium(): Promise<string> {
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}
