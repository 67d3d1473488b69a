import { describe, expect, it } from '@jest/globals';
import { isAddressFailure } from '../../sending/src/suppression-rules.js';
import { type Kind, kinds } from './unseen/score/parts.mjs';
import { tableOf } from './unseen/score/tables.mjs';

/** The figures of all mails of a kind, by the title of its part and the heading of the column. */
function figuresOf(kind: Kind): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const tables = kinds[kind](isAddressFailure);
  return Object.fromEntries(
    tables.map(({ title, results, columns }) => {
      const scores = tableOf(results, {}, columns).at(-1)?.scores ?? [];
      const numbers = scores.flatMap(({ column, score }) => (typeof score === 'number' ? [[column, score]] : []));
      return [title, Object.fromEntries(numbers)];
    }),
  );
}

/** At least these shares are read right; what is kept apart first, then what the reader's author has seen. */
const least: Readonly<Partial<Record<Kind, readonly (readonly [title: string, column: string, share: number])[]>>> = {
  codes: [
    ['codes, part C (kept apart)', 'recall', 0.88],
    ['codes, part C (kept apart)', 'precision', 0.99],
    ['codes, part B', 'recall', 0.97],
    ['codes, part B', 'precision', 0.99],
    ['codes, part A', 'recall', 0.98],
    ['codes, tuned to', 'recall', 0.99],
    ['codes, tuned to', 'precision', 0.995],
  ],
  links: [
    ['links, part B (kept apart)', 'recall', 0.85],
    ['links, part B (kept apart)', 'precision', 0.98],
    ['links, part A', 'recall', 0.9],
    ['links, tuned to', 'recall', 0.99],
  ],
  quotes: [
    ['quotes, part B (kept apart)', 'exact', 0.9],
    ['quotes, part A', 'exact', 0.9],
    ['quotes, tuned to', 'right', 1],
  ],
  injections: [
    ['injections, part C (kept apart)', 'caught', 0.89],
    ['injections, part B', 'caught', 0.95],
    ['injections, part A', 'caught', 0.975],
    ['injections, tuned to', 'right', 1],
    ['mails about AI, tuned to', 'right', 1],
  ],
  dates: [
    ['dates, names and encryption, part B (kept apart)', 'right', 0.95],
    ['dates, names and encryption, part A', 'right', 0.95],
  ],
  bounces: [
    ['bounces, a public set', 'recognised', 0.97],
    ['bounces, a public set', 'rightly so', 0.965],
  ],
};

describe.each(Object.entries(least))('mail that nobody has tuned to: %s', (kind, shares) => {
  const figures = figuresOf(kind as Kind);

  it.each(shares)('%s has a %s of at least %d', (title, column, share) => {
    expect(figures[title]?.[column]).toBeGreaterThanOrEqual(share);
  });
});

describe('mail without a code, about anything', () => {
  const figures = figuresOf('ordinary');

  it.each(Object.keys(figures))('has no alarm, and next to no false code: %s', (title) => {
    expect(figures[title]?.['false codes']).toBeLessThanOrEqual(0.004);
    expect(figures[title]?.['false alarms']).toBeLessThanOrEqual(0.001);
  });
});

describe('mail that only talks about AI', () => {
  const figures = figuresOf('injections');
  const titles = Object.keys(figures).filter((title) => /^mails about AI, part/.test(title));

  it.each(titles)('is seldom taken for an attack: %s', (title) => {
    expect(figures[title]?.['false alarms']).toBeLessThanOrEqual(0.03);
  });
});
