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
  const frames = await scrolled(browser, base, system, { mailbox, token: token.token, seconds: quick ? 5 : 20 });
  const late = `${frames.late} of ${frames.count} above 50 ms, longest ${frames.longest.toFixed(0)} ms; ${frames.passed} messages passed, ${frames.rows} rows in the page`;
  report(
    valueLine('a list of 100,000 messages scrolled, p95 of a frame', `${frames.p95.toFixed(0)} ms`, '≤ 34 ms', late),
  );
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

const MANY = 100_000;

/** Scrolls through a list of very many messages, and watches the frames. */
async function scrolled(browser, base, { pool }, { mailbox, token, seconds }) {
  await copyMail(pool, mailbox.id);
  const context = await signedIn(browser, base, 'webmail', token);
  const page = await context.newPage();
  await page.goto(`${base}/webmail/`);
  await page.locator('.item').first().waitFor();
  const { frames, passed, rows } = await page.evaluate(`new Promise((resolve) => {
    const list = document.querySelector('#messages');
    const frames = [];
    let before = performance.now();
    const end = before + ${seconds * 1_000};
    const step = (now) => {
      frames.push(now - before);
      before = now;
      list.scrollTop += 120;
      if (now < end) return requestAnimationFrame(step);
      const rows = list.querySelectorAll('.item').length;
      resolve({ frames, passed: Math.floor(list.scrollTop / list.querySelector('.item').offsetHeight), rows });
    };
    requestAnimationFrame(step);
  })`);
  await context.close();
  const late = frames.filter((ms) => ms > 50).length;
  return { count: frames.length, late, p95: percentile(frames, 0.95), longest: Math.max(...frames), passed, rows };
}

/** Fills a mailbox with copies of what it has, each with its task. */
async function copyMail(pool, mailboxId) {
  const email = await columns(pool, 'email', 'id');
  await pool.query(
    `insert into email (${email}) select ${email} from (select * from email where mailbox_id = $1) e,
       generate_series(1, $2::int / (select count(*)::int from email where mailbox_id = $1)) n`,
    [mailboxId, MANY],
  );
  const task = await columns(pool, 'email_task', 'email_id');
  await pool.query(
    `insert into email_task (email_id, ${task})
     select e.id, ${task.replaceAll(/[a-z_]+/g, 't.$&')} from email e,
       (select * from email_task where mailbox_id = $1 limit 1) t
     where e.mailbox_id = $1 and not exists (select from email_task known where known.email_id = e.id)`,
    [mailboxId],
  );
  await pool.query('analyze email, email_task');
}

async function columns(pool, table, key) {
  const { rows } = await pool.query(
    `select string_agg(column_name, ', ') as names from information_schema.columns where table_name = $1 and column_name <> $2`,
    [table, key],
  );
  return rows[0].names;
}
