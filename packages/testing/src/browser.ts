import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { chromium as driver, type Browser } from 'playwright-core';

/** Where Debian installs it. */
const SYSTEM_CHROMIUM = '/usr/bin/chromium';

/**
 * Starts a real browser without a window: the one in `CHROMIUM_BIN`, else the system's, else the one that npm installed.
 * It asks nobody outside for anything.
 */
export async function startBrowser(): Promise<Browser> {
  const own = process.env.CHROMIUM_BIN ?? (existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined);
  const quiet = [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-sync',
  ];
  return driver.launch({ executablePath: own ?? (await chromium.executablePath()), args: quiet });
}
