// Measures search in a mailbox of a million emails: one word, several, phrases and filters, each in its worst case.
import { Database } from '@mailroom/database';
import { EmailRepository } from '../../packages/mail/dist/email/email.repository.js';
import { EmailSearch } from '../../packages/search/dist/email-search.js';
import { searchVector } from '../../packages/search/dist/search-document.js';
import { SearchRepository } from '../../packages/search/dist/search.repository.js';
import { percentile } from './figures.mjs';
import { searchParts } from './search-parts.mjs';

const PAGE = 20;
const BATCH = 2_000;
const VOCABULARY = 30_000;
const WORDS = 40;

const oneWord = {
  'a word in nearly all': { q: 'w0' },
  'a word in 1 of 100': { q: 'hundredth' },
  'a word in 1 of 10,000': { q: 'rare' },
  'a word in none': { q: 'absent' },
  'the sender of 1 in 1000': { from: 'sender7@example.org' },
};
const several = {
  'two words in nearly all': { q: 'w0 w1' },
  'two words, each in 1 of 100, together in 1 of 10,000': { q: 'hundredth seventh' },
  'two words, each in 1 of 50, never together': { q: 'odd even' },
  'a phrase of two common words': { q: '"w0 w1"' },
  'a phrase that is rare, of words that are common': { q: '"w3 w900"' },
  'attachments, in 1 of 1000': { hasAttachment: true },
  'a common word, long ago': { q: 'w0', before: new Date(Date.UTC(2020, 0, 3)) },
};

/** What no email has. */
const none = new Set(['a word in none', 'two words, each in 1 of 50, never together']);

export async function search(system, { quick, report }) {
  const emails = quick ? 100_000 : 1_000_000;
  const { mailbox } = await system.api('POST', '/mailboxes', { email: 'search@mailroom.test' });
  const database = new Database({ url: system.url, poolSize: 4, answerMs: 600_000 });
  const parts = searchParts(database);
  const seconds = await fill(system.pool, parts, mailbox.id, emails);
  report(`| indexing of ${emails} emails of ${WORDS} words | ${Math.round(emails / seconds)}/s |  |  | |`);
  const found = new EmailSearch(new SearchRepository(parts.database), new EmailRepository(database), parts.indexing);
  const measure = async (filter, cursor) => {
    const taken = [];
    let items = 0;
    for (let number = 0; number < (quick ? 100 : 300); number += 1) {
      const begun = performance.now();
      const page = { limit: PAGE, oldestFirst: number % 2 === 1, cursor };
      items = (await found.search(mailbox.id, filter, page)).emails.length;
      taken.push(performance.now() - begun);
    }
    return { p50: percentile(taken, 0.5), p99: percentile(taken, 0.99), items };
  };
  for (const [kinds, target] of [
    [oneWord, 8],
    [several, 25],
  ]) {
    for (const [what, filter] of Object.entries(kinds)) {
      const { p50, p99, items } = await measure(filter);
      if ((items === 0) !== none.has(what)) throw new Error(`A search for ${what} found ${items}.`);
      report(
        `| search in ${emails}: ${what}, p99 | ${p99.toFixed(1)} ms |  | ≤ ${target} ms | p50 ${p50.toFixed(1)} ms, ${items} found |`,
      );
    }
  }
  await database.close();
}

/**
 * Makes emails of words whose frequency falls with their rank, as in a language; returns the seconds that indexing
 * took.
 */
async function fill(pool, { index, blocks, ranges }, mailboxId, count) {
  let indexing = 0;
  for (let first = 0; first < count; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - first) }, (_, offset) => first + offset);
    const { rows } = await pool.query(
      `insert into email (mailbox_id, direction, status, unread, raw_id, subject, from_email, attachment_count, created_at, ready_at)
       select $1::int, 0, 'received', true, gen_random_uuid(), 'Subject ' || n, 'sender' || n % 1000 || '@example.org',
         case when n % 1000 = 5 then 1 else 0 end, '2020-01-01'::timestamptz + make_interval(mins => n), now()
       from unnest($2::int[]) n 
       returning id, direction, attachment_count > 0 as "hasAttachment", created_at as "createdAt"`,
      [mailboxId, numbers],
    );
    const begun = performance.now();
    const items = rows.map((row, offset) => ({
      ...row,
      id: Number(row.id),
      mailboxId,
      words: vectorOf(first + offset),
    }));
    await index.insert(items);
    while ((await blocks.arrange(mailboxId, 8)) === 'more');
    while (await ranges.pack(mailboxId));
    indexing += performance.now() - begun;
  }
  await pool.query('vacuum analyze email_index, email_block, search_range, search_posting');
  return indexing / 1_000;
}

let seed = 11;
const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;

function vectorOf(number) {
  const words = Array.from({ length: WORDS }, () => `w${Math.floor(VOCABULARY ** random()) - 1}`);
  if (number % 100 === 3) words.push('hundredth');
  if (Math.floor(number / 100) % 100 === 3 && number % 100 === 3) words.push('seventh');
  else if (number % 100 === 50) words.push('seventh');
  if (number % 10_000 === 77) words.push('rare');
  if (number % 100 === 20 || number % 100 === 60) words.push('even');
  if (number % 100 === 41 || number % 100 === 81) words.push('odd');
  const from = { name: '', email: `sender${number % 1000}@example.org` };
  return searchVector({
    subject: `Subject ${number}`,
    from,
    to: [{ name: '', email: 'search@mailroom.test' }],
    text: words.join(' '),
  });
}
