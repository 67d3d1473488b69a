import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { form } from './form.js';

/** What a page must not do while a person uses it: speak on its console, ask others, open dialogs. */
export type WatchedPage = { readonly page: Page; readonly complaints: string[] };

const EVERY_LOOK = [390, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);
/**
 * The widths and themes in which a page is looked at: each of them, once. The other form has the same pages, where one
 * look shows that they came with all that belongs to them.
 */
export const LOOKS = form === 'standalone' ? EVERY_LOOK : EVERY_LOOK.slice(-1);
/** Where pictures of the pages are kept, for people to look at. */
const PICTURES = join(process.cwd(), 'artefacts', 'pictures');

/** What fades from one theme to the other has neither's colours. */
const SETTLED = `Promise.all(document.getAnimations()
  .filter((animation) => Number.isFinite(animation.effect.getComputedTiming().endTime))
  .map((animation) => animation.finished.catch(() => {})))`;

/** Opens a page in a browser that knows nobody yet. */
export async function openPage(browser: Browser, url: string): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 1000 } });
  const page = await context.newPage();
  page.setDefaultTimeout(8_000);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (/^https?:$/.test(asked.protocol) && asked.origin !== new URL(url).origin) complaints.push(request.url());
  });
  await page.goto(url);
  return { page, complaints };
}

/** Looks at a page in all widths and themes: what axe finds, with a picture of each. */
export async function look(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  mkdirSync(PICTURES, { recursive: true });
  await page.evaluate(axe.source);
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: width < 800 ? 844 : 1000 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(SETTLED);
    const run =
      'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], iframes: false })';
    const { violations } = (await page.evaluate(run)) as axe.AxeResults;
    for (const { id, nodes } of violations) {
      found.push(`${name} ${width} ${colorScheme}: ${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    }
    await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 1000 });
  return found;
}
