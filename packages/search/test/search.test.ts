import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import fc from 'fast-check';
import { decodeNumbers, listsIn } from '../src/postings.js';
import type { SearchFilter } from '../src/search-query.js';
import { placesIn, startSearch, type TestEmail } from './search-fixture.js';

let search: Awaited<ReturnType<typeof startSearch>>;
beforeAll(async () => {
  search = await startSearch();
});
afterAll(() => search.close());

async function filled(emails: readonly TestEmail[]) {
  const mailboxId = await search.mailbox();
  const ids: number[] = [];
  for (const email of emails) ids.push(await search.email(mailboxId, email));
  await search.indexer.add(placesIn(mailboxId, ids));
  return { mailboxId, ids };
}

/** The positions, in order of arrival, of the emails found. */
async function found(emails: readonly TestEmail[], filter: SearchFilter): Promise<number[]> {
  const { mailboxId, ids } = await filled(emails);
  return (await search.find(mailboxId, filter)).map((id) => ids.indexOf(id)).sort((a, b) => a - b);
}

const ada = { name: 'Ada Lovelace', email: 'ada@mail.example.org' };
const bob = { name: 'Bob', email: 'bob@other.example' };

describe('a search', () => {
  it.each<[string, readonly TestEmail[], SearchFilter, number[]]>([
    [
      'all words, anywhere',
      [{ text: 'red apples' }, { subject: 'red', text: 'apples' }, { text: 'red' }],
      { q: 'apples RED' },
      [0, 1],
    ],
    ['whole words alone', [{ text: 'catalogue' }, { text: 'a cat sat' }], { q: 'cat' }, [1]],
    [
      'a phrase in its order',
      [{ text: 'pay the bill now' }, { text: 'the bill to pay' }, { text: 'bill the' }],
      { q: '"the bill"' },
      [0, 1],
    ],
    ['no phrase across two fields', [{ subject: 'the', text: 'bill' }], { q: '"the bill"' }, []],
    ['without accents and case', [{ text: 'Crème brûlée' }], { q: 'CREME "brulee"' }, [0]],
    ['Chinese, by any part', [{ text: '我们在北京见面' }, { text: '京北' }], { q: '北京' }, [0]],
    ['Japanese', [{ subject: 'パスワード再設定のお知らせ' }], { q: '再設定' }, [0]],
    ['Korean', [{ text: '안녕하세요 세계' }], { q: '하세요' }, [0]],
    ['Thai', [{ text: 'สวัสดีชาวโลก' }], { q: 'ชาวโลก' }, [0]],
    ['Cyrillic', [{ text: 'Подтвердите вход' }], { q: 'вход подтвердите' }, [0]],
    ['Arabic', [{ text: 'رمز التحقق الخاص بك' }], { q: 'التحقق' }, [0]],
    ['a single character', [{ text: '猫がいる' }, { text: '犬' }], { q: '猫' }, [0]],
    [
      'an address whole',
      [{ from: ada }, { from: { ...ada, email: 'xada@mail.example.org' } }],
      { q: 'ada@mail.example.org' },
      [0],
    ],
    ['an address by part', [{ from: ada }, { from: bob }], { q: 'lovelace' }, [0]],
    ['a domain', [{ from: ada }, { from: bob }], { q: 'example.org' }, [0]],
    ['an address in the text', [{ text: 'ask ada@mail.example.org, please' }], { q: 'ada@mail.example.org' }, [0]],
    ['the sender alone', [{ from: ada }, { text: 'ada' }, { to: [ada] }], { from: 'ada' }, [0]],
    ['recipients alone', [{ from: ada }, { to: [bob, ada] }], { to: 'lovelace' }, [1]],
    ['the subject alone', [{ subject: 'an invoice' }, { text: 'invoice' }], { subject: 'invoice' }, [0]],
    ['a direction', [{ text: 'x' }, { text: 'x', sent: true }], { q: 'x', direction: 'sent' }, [1]],
    ['attachments', [{ text: 'x' }, { text: 'x', attachments: 2 }], { hasAttachment: true }, [1]],
    ['no attachments', [{ text: 'x' }, { text: 'x', attachments: 2 }], { hasAttachment: false }, [0]],
    [
      'quotes that the index might take for its own',
      [{ text: "it's a 'test' \\ & | ! :*" }],
      { q: "'test' & it's" },
      [0],
    ],
    ['everything, when nothing is asked for', [{ text: 'a' }, { text: 'b' }], {}, [0, 1]],
  ])('finds %s', async (_, emails, filter, expected) => {
    expect(await found(emails, filter)).toEqual(expected);
  });

  it('takes since inclusive and before exclusive', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const emails = [1, 2, 3, 4].map((minute) => ({ createdAt: at(minute) }));
    expect(await found(emails, { since: at(2), before: at(4) })).toEqual([1, 2]);
  });

  it.each([{ q: '!!!' }, { q: '""' }, { from: '…' }, { q: 'w '.repeat(61) }])('refuses %j', async (filter) => {
    const mailboxId = await search.mailbox();
    await expect(search.find(mailboxId, filter)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('never finds the mail of another mailbox', async () => {
    const { mailboxId } = await filled([{ text: 'mine' }]);
    const { mailboxId: other } = await filled([{ text: 'theirs' }]);
    expect(await search.find(mailboxId, { q: 'theirs' })).toEqual([]);
    expect(await search.find(other, { q: 'theirs' })).toHaveLength(1);
  });
});

describe('a mailbox of many blocks', () => {
  const vocabulary = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'];
  const start = Date.UTC(2026, 0, 1);
  let mailboxId: number;
  let emails: (TestEmail & { id: number; words: string[] })[];

  beforeAll(async () => {
    let seed = 7;
    const random = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
    const made = Array.from({ length: 700 }, (_, index) => {
      const words = Array.from({ length: 1 + random(3) }, () => vocabulary[random(8)] ?? '');
      return {
        words,
        text: words.join(' '),
        ...(random(50) === 0 && { attachments: 1 }),
        sent: random(4) === 0,
        createdAt: new Date(start + index * 60_000),
      };
    });
    const { mailboxId: id, ids } = await filled(made);
    mailboxId = id;
    emails = made.map((email, index) => ({ ...email, id: ids[index] ?? 0 }));
  });

  const arbitraryFilter = fc.record(
    {
      q: fc.oneof(
        fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
        fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(...vocabulary)).map((pair) => `"${pair.join(' ')}"`),
      ),
      direction: fc.constantFrom('received' as const, 'sent' as const),
      hasAttachment: fc.boolean(),
      since: fc.integer({ min: 0, max: 700 }).map((minute) => new Date(start + minute * 60_000)),
      before: fc.integer({ min: 0, max: 700 }).map((minute) => new Date(start + minute * 60_000)),
    },
    { requiredKeys: [] },
  );

  function expected({ q, direction, hasAttachment, since, before }: SearchFilter): number[] {
    const phrase = q?.startsWith('"') ? q.replaceAll('"', '') : undefined;
    return emails
      .filter(
        ({ words }) =>
          !q ||
          (phrase
            ? ` ${words.join(' ')} `.includes(` ${phrase} `)
            : q.split(' ').every((word) => words.includes(word))),
      )
      .filter(({ sent }) => direction === undefined || (direction === 'sent') === sent)
      .filter(({ attachments }) => hasAttachment === undefined || hasAttachment === (attachments !== undefined))
      .filter(
        ({ createdAt }) => createdAt !== undefined && (!since || createdAt >= since) && (!before || createdAt < before),
      )
      .map(({ id }) => id);
  }

  it('is searched by any filters together, page by page, both ways, as if each email were looked at', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryFilter,
        fc.boolean(),
        fc.integer({ min: 3, max: 50 }),
        async (filter, oldestFirst, limit) => {
          const all = expected(filter);
          const pages: number[] = [];
          let cursor: number | undefined;
          for (;;) {
            const page = await search.find(mailboxId, filter, {
              oldestFirst,
              limit,
              ...(cursor !== undefined && { cursor }),
            });
            pages.push(...page);
            cursor = page.at(-1);
            if (page.length < limit) break;
          }
          expect(pages).toEqual(oldestFirst ? all : [...all].reverse());
        },
      ),
      { numRuns: 60 },
    );
  });

  it('pages without gaps or repeats while mail arrives and the mail of the cursor is deleted', async () => {
    const first = await search.find(mailboxId, { q: 'alpha' }, { limit: 10 });
    for (let index = 0; index < 70; index += 1) {
      await search.indexer.add(placesIn(mailboxId, [await search.email(mailboxId, { text: 'alpha newcomer' })]));
    }
    const last = first.at(-1) ?? 0;
    const remaining = expected({ q: 'alpha' }).reverse().slice(10);
    expect(await search.find(mailboxId, { q: 'alpha' }, { limit: 30, cursor: last })).toEqual(remaining.slice(0, 30));
    await search.database.query(statement('test-delete-email', 'delete from email where id = $1'), [last]);
    expect(await search.find(mailboxId, { q: 'alpha' }, { limit: 30, cursor: last })).toEqual(remaining.slice(0, 30));
  });
});

describe('a mailbox of several ranges of blocks', () => {
  it('is searched through all of them, both ways, for what is common, seldom and in one end alone', async () => {
    const mailboxId = await search.mailbox();
    const many = statement(
      'test-many-emails',
      `with made as (
         insert into email (mailbox_id, direction, status, unread, raw_id, subject, created_at, ready_at)
         select $1::int, 0, 'received', true, gen_random_uuid(), 'common' || case when n % 1000 = 0 then ' seldom' else '' end
           || case when n = 3 then ' first' when n = 9000 then ' last' else '' end, now(), now()
         from generate_series(1, 9000) n returning id)
       select id from made order by id`,
    );
    const ids = (await search.database.query<{ id: number }>(many, [mailboxId])).map(({ id }) => id);
    expect(await search.indexer.addMissing()).toBeGreaterThanOrEqual(9_000);
    const seldom = ids.filter((_, index) => (index + 1) % 1_000 === 0);
    expect(await search.find(mailboxId, { q: 'seldom' })).toEqual([...seldom].reverse());
    expect(await search.find(mailboxId, { q: 'seldom' }, { oldestFirst: true, limit: 5 })).toEqual(seldom.slice(0, 5));
    expect(await search.find(mailboxId, { q: 'seldom' }, { limit: 4, cursor: seldom[5] ?? 0 })).toEqual(
      seldom.slice(1, 5).reverse(),
    );
    expect(await search.find(mailboxId, { q: 'common' }, { limit: 3 })).toEqual(ids.slice(-3).reverse());
    expect(
      await search.find(mailboxId, { q: 'common' }, { limit: 3, cursor: ids[5_000] ?? 0, oldestFirst: true }),
    ).toEqual(ids.slice(5_001, 5_004));
    expect(await search.find(mailboxId, { q: 'first' })).toEqual([ids[2]]);
    expect(await search.find(mailboxId, { q: 'last' }, { oldestFirst: true })).toEqual([ids.at(-1)]);
  });
});

describe('the index', () => {
  it('holds an email once, however often and by however many it is added', async () => {
    const mailboxId = await search.mailbox();
    const ids = await Promise.all(
      Array.from({ length: 200 }, (_, index) => search.email(mailboxId, { text: `w${index} all` })),
    );
    await Promise.all([ids, ids, ids].map((some) => search.indexer.add(placesIn(mailboxId, some))));
    const seen = [...(await search.find(mailboxId, { q: 'all' }, { limit: 300 }))];
    expect(seen).toHaveLength(200);
    expect(new Set(seen).size).toBe(200);
  });

  it('tells nothing of deleted mail once its block is made anew', async () => {
    const { mailboxId, ids } = await filled(
      Array.from({ length: 192 }, (_, index) => ({ text: index < 128 ? `secret${index}` : 'x' })),
    );
    await search.database.query(statement('test-delete-emails', 'delete from email where id = any ($1)'), [
      ids.slice(0, 100),
    ]);
    await search.forget();
    expect(await search.blocks.unarranged(0, 100)).toContain(mailboxId);
    await search.indexer.renew(10);
    expect(await search.blocks.unarranged(0, 100)).not.toContain(mailboxId);
    const blocks = await search.database.query<{ ids: Buffer; postings: Buffer }>(
      statement('test-blocks', 'select ids, postings from email_block where mailbox_id = $1 order by first_id'),
      [mailboxId],
    );
    // The first block lost all its mail, the second 36 of 64; left are 28 words, those of the sender, and the direction.
    expect(blocks.map(({ postings }) => listsIn(postings).size)).toEqual([28 + 9]);
    expect(blocks.map(({ ids: left }) => decodeNumbers(left))).toEqual([ids.slice(100, 128)]);
    expect(await search.find(mailboxId, { q: 'secret120' })).toEqual([ids[120]]);
    expect(await search.find(mailboxId, { q: 'secret3' })).toEqual([]);
  });

  it('finds the words of a long text, and its phrases up to the sixteen thousandth word', async () => {
    const text = `${'filler '.repeat(15_000)} early phrase ${'more '.repeat(8_000)} very late words`;
    const { mailboxId, ids } = await filled([{ text }]);
    expect(await search.find(mailboxId, { q: '"early phrase"' })).toEqual(ids);
    expect(await search.find(mailboxId, { q: 'late' })).toEqual(ids);
  });

  it('adds what is missing in a database that is older than it', async () => {
    const mailboxId = await search.mailbox();
    for (let index = 0; index < 150; index += 1) await search.email(mailboxId, { text: 'old' });
    expect(await search.indexer.addMissing()).toBeGreaterThanOrEqual(150);
    expect(await search.find(mailboxId, { q: 'old' }, { limit: 200 })).toHaveLength(150);
  });
});
