import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { SearchBlockRepository } from '../src/search-block.repository.js';
import { MAX_WORD_CHARACTERS, SearchIndex } from '../src/search-index.js';
import { SearchIndexRepository, type IndexItem } from '../src/search-index.repository.js';
import { SearchRangeRepository } from '../src/search-range.repository.js';
import { SearchSourceRepository } from '../src/search-source.repository.js';
import { startRanges } from './range-fixture.js';
import { placesIn } from './search-fixture.js';

let search: Awaited<ReturnType<typeof startRanges>>;
beforeAll(async () => {
  search = await startRanges();
});
afterAll(() => search.close());

/** This runs in a thread whose heap is small; it has the built file. */
const makeBlock = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData).then(({ BlockMaker }) => {
    const block = new BlockMaker();
    for (let id = 1; id <= 64; id += 1) {
      const words = Array.from({ length: 30_000 }, (_, n) => 'w' + n + 'x' + id).join('\\n');
      block.add({ id, direction: 0, hasAttachment: false, words, A: '', B: '', C: '' });
    }
    parentPort.postMessage(block.contents().postings.length);
  });`;

describe('mail of many words that no other mail has', () => {
  it('becomes a block within little memory', async () => {
    const workerData = new URL('../dist/search-block.js', import.meta.url).href;
    const resourceLimits = { maxOldGenerationSizeMb: 128 };
    const worker = new Worker(makeBlock, { eval: true, workerData, resourceLimits });
    const [bytes] = (await once(worker, 'message')) as [number];
    expect(bytes).toBeGreaterThan(64 * 30_000);
  });

  it('is packed with less other mail than is usual, and found', async () => {
    const { mailboxId, ids } = await search.filled(9 * 64);
    await search.index(mailboxId, ids, 5_000);
    expect(await search.stateOf(mailboxId)).toMatchObject({ small: 0, loose: 8, rests: false });
    await search.indexer.settle();
    const { small, loose } = await search.stateOf(mailboxId);
    expect(small).toBe(1);
    expect(loose).toBeGreaterThan(0);
    for (const id of [ids[0], ids[200], ids[500], ids[570]])
      for (const n of [1, 1_234, 5_000]) expect(await search.find(mailboxId, { q: `x${n}${id}` })).toContain(id);
    expect(await search.find(mailboxId, { q: 'common' }, { limit: 1_000 })).toEqual([...ids].reverse());
  });

  // A ligature of four letters makes each of these words two hundred bytes long.
  const words = Array.from({ length: 6_600 }, (_, index) => `w${1_000 + index}${'\ufdf2'.repeat(24)}`);

  it('comes into the index some megabytes at a time', async () => {
    const sizes: number[] = [];
    class WatchedIndex extends SearchIndexRepository {
      override insert(items: readonly IndexItem[]): Promise<number[]> {
        sizes.push(items.reduce((sum, item) => sum + item.words.length, 0));
        return super.insert(items);
      }
    }
    const [source, database] = [new SearchSourceRepository(search.database), search.searchDatabase];
    const ranges = new SearchRangeRepository(database);
    const index = new SearchIndex(
      source,
      new WatchedIndex(database),
      new SearchBlockRepository(database, source),
      ranges,
    );
    const mailboxId = await search.mailbox();
    const ids: number[] = [];
    for (let n = 0; n < 9; n += 1) ids.push(await search.email(mailboxId, { text: words.join(' ') }));
    await index.add(placesIn(mailboxId, ids));
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(MAX_WORD_CHARACTERS);
    expect(await search.find(mailboxId, { q: words[0] })).toEqual(ids.reverse());
  });

  it('has as many of its words in the index as Postgres takes, and keeps none of other mail out', async () => {
    const mailboxId = await search.mailbox();
    const ids = [
      await search.email(mailboxId, { text: words.join(' ') }),
      await search.email(mailboxId, { text: 'other' }),
    ];
    await search.indexer.add(placesIn(mailboxId, ids));
    expect(await search.find(mailboxId, { q: 'other' })).toEqual([ids[1]]);
    expect(await search.find(mailboxId, { q: words[0] })).toEqual([ids[0]]);
    expect(await search.find(mailboxId, { q: words.at(-1) })).toEqual([]);
  });

  it('is read as far as its words are taken, text and HTML', async () => {
    const mailboxId = await search.mailbox();
    const id = await search.email(mailboxId, { text: 'word '.repeat(100_000) });
    const source = new SearchSourceRepository(search.database);
    const [read] = await source.load(placesIn(mailboxId, [id]));
    expect(read?.text).toHaveLength(200_000);
    const makeHtml = statement(
      'test-make-html',
      `update message_content set html = repeat('<p>', 1000000), plain_text = ''
       where raw_id = (select raw_id from email where id = $1)`,
    );
    await search.database.query(makeHtml, [id]);
    const [page] = await source.load(placesIn(mailboxId, [id]));
    expect(page?.text).toBe('');
    expect(page?.html).toHaveLength(1_000_000);
  });
});
