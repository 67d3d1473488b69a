import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { buildMailbox } from '@mailroom/testing';
import { startMailboxes } from './mailbox-fixture.js';

let mailboxes: Awaited<ReturnType<typeof startMailboxes>>;
beforeAll(async () => {
  mailboxes = await startMailboxes();
});
beforeEach(() => mailboxes.clear());
afterAll(() => mailboxes.close());

describe('an address that looks like an existing one of its domain', () => {
  it.each([
    ['billing', 'ｂｉｌｌｉｎｇ', 'full-width'],
    ['billing', 'bıllıng', 'dotless'],
    ['billing', 'bіllіng', 'with Cyrillic letters in it'],
    ['scope', 'ѕсоре', 'Cyrillic all through'],
    ['ann', 'ánn', 'composed'],
    ['ann', 'a\u0301nn', 'with a combining mark'],
    ['ann', 'ann\u0323', 'with a mark below'],
    ['josé', 'jose', 'without its accent'],
    ['ann', 'a\u200dnn', 'with an invisible joiner'],
    ['paypal', 'paypa1', 'with a digit for a letter'],
    ['modern', 'modem', 'with one letter for two'],
    ['ann', 'ANN', 'in capitals'],
    ['ann', '"ann"', 'in quotes'],
    ['ops', 'ορs', 'with Greek letters in it'],
  ])('is refused: after %s, %s, %s', async (first, second) => {
    const { owner, create, refusal } = mailboxes;
    await create(owner, `${first}@a.test`);
    expect(await refusal(owner, `${second}@a.test`)).toMatch(/looks like|mixes letters|not an email address/);
    expect(await mailboxes.addresses(owner)).toHaveLength(1);
  });

  it('takes no id when it is refused', async () => {
    const { owner, create, refusal } = mailboxes;
    const first = await create(owner, 'ann@a.test');
    for (const name of ['ann', 'ANN', 'ánn']) expect(await refusal(owner, `${name}@a.test`)).toMatch(/looks like/);
    const second = await create(owner, 'ben@a.test');
    expect([second.id, second.userId]).toEqual([first.id + 1, first.userId + 1]);
  });

  it('is created on another domain, and where it only resembles', async () => {
    const { owner, guest, create, refusal } = mailboxes;
    await create(owner, 'ann@a.test');
    await create(guest, 'ann@b.test');
    for (const name of ['anna', 'an', 'a.nn', 'anne', 'nan']) expect(await refusal(owner, `${name}@a.test`)).toBe('');
  });

  it('is created once where twenty spellings race', async () => {
    const { owner } = mailboxes;
    const spellings = ['agent', 'аgent', 'ａgent', 'ágent', 'agént', 'àgent', 'âgent', 'agènt', 'ägent', 'agëńt'];
    const tries = [...spellings, ...spellings].map((name) => mailboxes.refusal(owner, `${name}@a.test`));
    expect((await Promise.all(tries)).filter((refused) => refused === '')).toHaveLength(1);
    expect(await mailboxes.addresses(owner)).toHaveLength(1);
  });
});

describe('a name', () => {
  it.each(['anя', 'аdmin', 'αlpha', 'ann한я', 'შann'])('that mixes scripts is refused: %s', async (name) => {
    expect(await mailboxes.refusal(mailboxes.owner, `${name}@a.test`)).toContain('mixes letters of several scripts');
  });

  it.each(['анна', 'άννα', '田中', 'tanaka田中', '하늘', 'たろう', 'हिन्दी', 'أحمد', 'müller-2', 'ann_b.c'])(
    'in one writing is taken: %s',
    async (name) => expect(await mailboxes.refusal(mailboxes.owner, `${name}@a.test`)).toBe(''),
  );
});

describe('mailboxes from before', () => {
  it('get their looks, the older one where two look alike, and keep working', async () => {
    const { database, owner, refusal, looks } = mailboxes;
    for (const name of ['anna', 'аnna', 'bob', 'b0b']) await buildMailbox(database, 'tnt_owner', `${name}@a.test`);
    await Promise.all([looks.fill(), looks.fill()]);
    const rows = await database.query<{ look: string }>(
      statement('test-looks', 'select look from mailbox order by id'),
      [],
    );
    expect(rows.map(({ look }) => look)).toEqual(['anna', '', 'bob', '']);
    expect(await refusal(owner, 'ánna@a.test')).toContain('looks like');
    expect(await refusal(owner, 'bób@a.test')).toContain('looks like');
  });
});
