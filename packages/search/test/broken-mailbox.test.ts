import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError } from '@mailroom/errors';
import { SearchBlockRepository, type Arranged } from '../src/search-block.repository.js';
import { SearchIndex } from '../src/search-index.js';
import { SearchIndexRepository } from '../src/search-index.repository.js';
import { SearchRangeRepository } from '../src/search-range.repository.js';
import { SearchSourceRepository } from '../src/search-source.repository.js';
import { startRanges } from './range-fixture.js';
import { placesIn } from './search-fixture.js';

let search: Awaited<ReturnType<typeof startRanges>>;
beforeAll(async () => {
  search = await startRanges();
});
afterAll(() => search.close());

/** An index in which nothing can be made for some mailboxes; what is told of them comes into a list. */
function indexWith(failureOf: (mailboxId: number) => Error | undefined) {
  const check = (mailboxId: number) => {
    const failure = failureOf(mailboxId);
    if (failure) throw failure;
  };
  class Blocks extends SearchBlockRepository {
    override async arrange(mailboxId: number, limit: number): Promise<Arranged> {
      check(mailboxId);
      return super.arrange(mailboxId, limit);
    }
  }
  class Ranges extends SearchRangeRepository {
    override async pack(mailboxId: number): Promise<boolean> {
      check(mailboxId);
      return super.pack(mailboxId);
    }
  }
  const [source, database] = [new SearchSourceRepository(search.database), search.searchDatabase];
  const blocks = new Blocks(database, source);
  const told: unknown[] = [];
  const index = new SearchIndex(source, new SearchIndexRepository(database), blocks, new Ranges(database));
  return { index, told, onError: (error: unknown) => void told.push(error) };
}

/** Mailboxes with as much mail each as makes a small range, and none of it in a block. */
async function withoutBlocks(count: number) {
  const mailboxes = await Promise.all(Array.from({ length: count }, () => search.filled(11 * 64)));
  mailboxes.sort((a, b) => a.mailboxId - b.mailboxId);
  const { index } = indexWith(() => new Error('Nothing is made yet.'));
  for (const { mailboxId, ids } of mailboxes) await index.add(placesIn(mailboxId, ids));
  return mailboxes;
}

describe('a mailbox whose index can not be arranged', () => {
  it('holds up no other, is told of and tried again, and its mail is found all the time', async () => {
    const mailboxes = await withoutBlocks(4);
    const [broken, ...others] = mailboxes.map(({ mailboxId }) => mailboxId);
    const { index, told, onError } = indexWith((mailboxId) =>
      mailboxId === broken ? new Error('invalid page in block 7') : undefined,
    );
    const round = async () => {
      while (await index.renew(2, onError));
      await index.settle(onError);
    };
    await round();
    for (const mailboxId of others) expect(await search.stateOf(mailboxId)).toMatchObject({ small: 1 });
    const failure = expect.objectContaining({
      message: expect.stringContaining(`${broken}`),
      cause: new Error('invalid page in block 7'),
    });
    expect(told).toEqual([failure]);
    for (const { mailboxId, ids } of mailboxes)
      expect(await search.find(mailboxId, { q: 'common' }, { limit: 1_000 })).toEqual([...ids].reverse());

    await round();
    expect(told).toEqual([failure, failure]);
    await search.indexer.renew(100);
    await search.indexer.settle();
    expect(await search.stateOf(broken ?? 0)).toMatchObject({ small: 1 });
  }, 60_000);

  it('holds up no other whose ranges are packed', async () => {
    const mailboxes = await withoutBlocks(3);
    for (const { mailboxId } of mailboxes) while ((await search.blocks.arrange(mailboxId, 64)) === 'more');
    const [broken, ...others] = mailboxes.map(({ mailboxId }) => mailboxId);
    const { index, told, onError } = indexWith((mailboxId) =>
      mailboxId === broken ? new Error('invalid page in block 7') : undefined,
    );
    await index.settle(onError);
    expect(told).toHaveLength(1);
    for (const mailboxId of others) expect(await search.stateOf(mailboxId)).toMatchObject({ small: 1 });
    await search.indexer.settle();
    expect(await search.stateOf(broken ?? 0)).toMatchObject({ small: 1 });
  });

  it('takes mail in as others do', async () => {
    const { index } = indexWith(() => new Error('invalid page in block 7'));
    const { mailboxId, ids } = await search.filled(300);
    expect(await index.add(placesIn(mailboxId, ids))).toBe(false);
    const id = await search.email(mailboxId, { subject: 'common', sent: true });
    expect(await index.addLatest(mailboxId)).toBe(0);
    expect(await search.find(mailboxId, { q: 'common' }, { limit: 1_000 })).toEqual([id, ...ids.reverse()]);
    await search.indexer.renew(100);
    expect(await search.stateOf(mailboxId)).toMatchObject({ loose: 3 });
  });

  it('holds up no other where its statements take too long', async () => {
    const mailboxes = await withoutBlocks(2);
    const [slow, other] = mailboxes.map(({ mailboxId }) => mailboxId);
    const cause = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    const { index, told, onError } = indexWith((mailboxId) =>
      mailboxId === slow ? new DomainError('unavailable', 'Try again.', { cause }) : undefined,
    );
    while (await index.renew(10, onError));
    expect(told).toHaveLength(1);
    expect(await search.stateOf(other ?? 0)).toMatchObject({ loose: 10 });
    await search.indexer.renew(10);
  });

  it('is not told of one by one while the database is away', async () => {
    await withoutBlocks(2);
    const { index, told, onError } = indexWith(() => new DomainError('unavailable', 'The database is away.'));
    await expect(index.renew(10, onError)).rejects.toThrow('away');
    expect(told).toEqual([]);
  });
});
