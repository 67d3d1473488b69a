// Measures the pages in a real browser: how soon each is useful, how much it holds the browser up or moves, and how long an
// email takes from its acceptance until somebody with an open inbox sees it.
import { readFileSync } from 'node:fs';
import { startBrowser } from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { median, percentile, valueLine } from './figures.mjs';

/** Beyond this a task keeps a person waiting (Web Vitals). */
const LONG_TASK_MS = 50;

const QUIET_MS = 500;

/** What the browser itself says of a page, from its first byte on. */
const OBSERVE = `
  window.vitals = { lcp: 0, cls: 0, tbt: 0, last: 0 };
  const observe = (type, take) => new PerformanceObserver((list) => {
    window.vitals.last = performance.now();
    list.getEntries().forEach(take);
  }).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => { window.vitals.lcp = startTime; });
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) window.vitals.cls += value; });
  observe('longtask', ({ duration }) => { window.vitals.tbt += duration - ${LONG_TASK_MS}; });
`;

const SCRIPT_BYTES = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js'))
  .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0)`;

export async function web(system, { quick, rounds, report }) {
  const browser = await startBrowser();
  const { mailbox, token } = await system.api('POST', '/mailboxes', { email: `web-${Date.now()}@mailroom.test` });
  const base = `http://127.0.0.1:${system.http}`;
  const operator = readFileSync(`${system.dataDirectory}/operator-token`, 'utf8').trim();
  const loads = quick ? 3 : 5 * rounds;
  await deliver(system, mailbox.email, quick ? 20 : 100);
  const pages = [
    ['/webmail', '/webmail/', token.token, '.item'],
    ['/app', '/app/tasks', system.token, 'h1'],
    ['/admin', '/admin/', operator, 'h1'],
  ];
  for (const [name, path, credential, selector] of pages) {
    const vitals = await loadsOf(browser, base, { path, credential, selector, loads });
    const of = (key) => median(vitals.map((one) => one[key]));
    const remark = `LCP; blocked ${of('tbt').toFixed(0)} ms, moved ${of('cls').toFixed(3)}, scripts ${(of('bytes') / 1_000).toFixed(0)} KB compressed; signed in, cold cache`;
    report(valueLine(`${name}: first useful`, `${of('lcp').toFixed(0)} ms`, '≤ 1000 ms', remark));
  }
  const times = await arrivals(browser, base, system, { mailbox, token: token.token, count: quick ? 20 : 100 });
  const p95 = `p95 ${percentile(times, 0.95).toFixed(0)} ms`;
  report(valueLine('accepted until shown in an open inbox, p50', `${median(times).toFixed(0)} ms`, '≤ 200 ms', p95));
  await browser.close();
}

async function signedIn(browser, base, surface, credential) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const headers = { 'x-mailroom-page': '1', origin: base };
  const response = await context.request.post(`${base}/${surface}/session`, { headers, data: { token: credential } });
  if (!response.ok()) throw new Error(await response.text());
  return context;
}

async function loadsOf(browser, base, { path, credential, selector, loads }) {
  const found = [];
  for (let load = 0; load <= loads; load += 1) {
    const context = await signedIn(browser, base, path.split('/')[1], credential);
    await context.addInitScript(OBSERVE);
    const page = await context.newPage();
    await page.goto(base + path);
    await page.locator(selector).first().waitFor();
    // The stream of events never ends, so the page is done when it has painted, moved and computed nothing for a while.
    await page.evaluate(`new Promise((resolve) => {
      const watch = setInterval(() => {
        if (performance.now() - window.vitals.last < ${QUIET_MS}) return;
        clearInterval(watch);
        resolve();
      }, 100);
    })`);
    // The first load warms the server.
    if (load > 0) found.push({ ...(await page.evaluate('window.vitals')), bytes: await page.evaluate(SCRIPT_BYTES) });
    await context.close();
  }
  return found;
}

async function deliver({ smtp }, to, count) {
  const transport = nodemailer.createTransport({ port: smtp, host: '127.0.0.1', ignoreTLS: true, pool: true });
  for (let n = 0; n < count; n += 1) {
    const text = `Hello,\n\nthe booking for Thursday is confirmed. The desk is open from nine until half past six.\n\nAda (${n})`;
    await transport.sendMail({ from: 'Ada <ada@remote.test>', to, subject: `Your booking ${n}`, text });
  }
  transport.close();
}

/** One after the other: the clock starts when the server has said 250, and ends when the page shows the subject. */
async function arrivals(browser, base, { smtp }, { mailbox, token, count }) {
  const context = await signedIn(browser, base, 'webmail', token);
  const page = await context.newPage();
  await page.goto(`${base}/webmail/`);
  await page.locator('.item').first().waitFor();
  const transport = nodemailer.createTransport({ port: smtp, host: '127.0.0.1', ignoreTLS: true, pool: true });
  const times = [];
  for (let n = 0; n < count; n += 1) {
    const subject = `Arrives ${Date.now()} ${n}`;
    const shown = page.evaluate(`new Promise((resolve) => {
      const look = () => {
        if (!document.body.innerText.includes(${JSON.stringify(subject)})) return;
        observer.disconnect();
        resolve(performance.timeOrigin + performance.now());
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      look();
    })`);
    await transport.sendMail({
      from: 'Ada <ada@remote.test>',
      to: mailbox.email,
      subject,
      text: 'See you on Thursday.',
    });
    const accepted = performance.timeOrigin + performance.now();
    times.push((await shown) - accepted);
  }
  transport.close();
  await context.close();
  return times;
}
