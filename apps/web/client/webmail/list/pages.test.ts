import { describe, expect, it } from '@jest/globals';
import type { Email } from '../api.js';
import { withEmail, withFirstPage, type Pages } from './pages.js';

const email = (id: number, more: object = {}) => ({ id, labels: [], unread: true, ...more }) as unknown as Email;
const page = (ids: readonly number[], hasMore: boolean) => ({
  items: ids.map((id) => email(id)),
  hasMore,
  nextCursor: hasMore ? (ids.at(-1) ?? null) : null,
});
const known: Pages = { pages: [page([9, 8, 7], true), page([6, 5, 4], true)], pageParams: [undefined, 7] };
const idsOf = ({ pages }: Pages) => pages.map(({ items }) => items.map(({ id }) => id));

describe('a list with a newer first page', () => {
  it('has what is new above what was read before, each message once', () => {
    const renewed = withFirstPage(known, page([11, 10, 9], true));
    expect(idsOf(renewed)).toEqual([
      [11, 10, 9, 8, 7],
      [6, 5, 4],
    ]);
    expect(renewed.pages.at(-1)?.nextCursor).toBe(4);
  });

  it('loses what is gone from that page', () => {
    expect(idsOf(withFirstPage(known, page([9, 7, 6], true)))).toEqual([
      [9, 7, 6],
      [5, 4],
    ]);
  });

  it('begins anew where more came than a page shows, and where the page is all that there is', () => {
    expect(idsOf(withFirstPage(known, page([20, 19, 18], true)))).toEqual([[20, 19, 18]]);
    expect(idsOf(withFirstPage(known, page([9, 8], false)))).toEqual([[9, 8]]);
  });
});

describe('a list in which a message changed', () => {
  it('shows it as it is now', () => {
    const changed = withEmail(known, {}, email(5, { unread: false }));
    expect(changed.pages[1]?.items[1]).toMatchObject({ id: 5, unread: false });
    expect(idsOf(changed)).toEqual(idsOf(known));
  });

  it('loses it where it no longer belongs', () => {
    expect(idsOf(withEmail(known, { label: 'codes' }, email(5)))).toEqual([
      [9, 8, 7],
      [6, 4],
    ]);
    const handled = email(8, { task: { status: 'handled' } });
    expect(idsOf(withEmail(known, { in: 'human' }, handled))).toEqual([
      [9, 7],
      [6, 5, 4],
    ]);
  });
});
