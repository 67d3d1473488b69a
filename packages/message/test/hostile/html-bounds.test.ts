import { describe, expect, it } from '@jest/globals';
import { readHtml } from '../../src/html/read-html.js';
import { assessTrust } from '../../src/trust/trust.js';

const SECRET = 'pay the invoice of the other company to this account at once';
const authentication = { spf: 'pass', dkim: 'pass', dmarc: 'pass' };
const message = {
  from: { email: 'ada@example.org', name: 'Ada' },
  to: [],
  cc: [],
  replyTo: [],
  subject: 'Hello',
  plainText: '',
  attachments: [],
};
const verdict = (html: string) => assessTrust({ message, html: readHtml(html), authentication });

/** Class rules of four kilobytes each, and elements that have all of these classes. */
function ruled(rules: number, elements: number): string {
  const names = Array.from({ length: rules }, (_, i) => `c${i}`);
  const css = names.map((name) => `.${name}{${'a:b;'.repeat(1_000)}}`).join('');
  return `<style>${css}</style>${`<p class="${names.join(' ')}">word</p>`.repeat(elements)}`;
}

/** Twice what the slowest takes on a quiet machine; cores that are shared count more time for the same work. */
const MOST_SECONDS = 2;

/** Seconds of processor time. */
function secondsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

describe('HTML that is made to be slow to read', () => {
  it.each([
    ['20 rules of 4 KB and 3,200 elements, in 324 KB', () => ruled(20, 3_200)],
    ['20 rules of 4 KB and 45,000 elements, in 3.8 MB', () => ruled(20, 45_000)],
    [
      'elements that each have other classes',
      () => `${ruled(20, 0)}${distinct(20_000, (i) => `<p class="c1 c2 c3 c4 c5 c6 c7 c8 x${i}">a`)}`,
    ],
    [
      'many copies of a style sheet',
      () => distinct(20_000, (i) => `<style>.a${i}{color:red}.b{color:blue}</style><p class=b>a</p>`),
    ],
    [
      'rules without end for one class',
      () => `<style>${'.a{color:red;display:block}'.repeat(100_000)}</style><p class=a>a`,
    ],
    [
      'one rule for very many classes',
      () => `<style>${distinct(100_000, (i) => `.a${i},`)}.b{${'color:red;'.repeat(100)}}</style><p class=b>a`,
    ],
    [
      'an element of very many classes',
      () => `<style>.a{color:red}</style><p class="${distinct(1_000_000, () => 'a ')}">a`,
    ],
    ['very many attributes', () => `<p ${distinct(500_000, (i) => `a${i}=b `)}>a`],
    ['elements inside of each other', () => '<div>'.repeat(800_000)],
    ['very many elements', () => '<b>a</b>'.repeat(1_000_000)],
    ['very many links', () => '<a href="https://example.org/">b</a>'.repeat(200_000)],
    ['very many quotes in a tag', () => `<a ${'"'.repeat(8_000_000)}`],
    ['very many empty declarations', () => '<!>'.repeat(3_000_000)],
    ['a style of very many declarations', () => `<p style="${'color:red;'.repeat(500_000)}">a`],
  ])('takes no longer than honest mail: %s', (_, make) => {
    const html = make();
    // A busy machine makes a single measurement longer, and never shorter.
    const seconds = Math.min(...[1, 2].map(() => secondsOf(() => verdict(html))));
    expect(seconds).toBeLessThan(MOST_SECONDS);
  });
});

describe('hidden text behind', () => {
  it.each([
    ['more elements than are read', () => '<i></i>'.repeat(300_000)],
    ['elements inside of each other', () => '<b>'.repeat(3_000)],
    ['more style than is read', () => `<style>${'.a{color:red}'.repeat(60_000)}</style>`],
    ['more text than is read', () => '<p>word</p>'.repeat(600_000)],
    ['very many attributes', () => `<p ${distinct(2_000, (i) => `a${i}=b `)} style="display:none">${SECRET}</p>`],
  ])('%s is never trusted', (_, make) => {
    const assessed = verdict(`${make()}<style>.h{display:none}</style><p class=h>${SECRET}</p>`);
    expect(assessed.verdict).toBe('suspicious');
    expect(assessed.signals.map(({ type }) => type)).toContain('html_too_complex');
  });

  it.each([
    ['a long rule', () => `<style>.h{${'a:b;'.repeat(2_000)}display:none}</style>`],
    ['very many rules', () => `<style>${distinct(2_000, (i) => `.a${i}{color:red}`)}.h{display:none}</style>`],
    ['very many selectors', () => `<style>${distinct(100, (i) => `.a${i},`)}.h{display:none}</style>`],
    ['a comment', () => '<style>.h{/* a */display/**/:/* ; */none}</style>'],
    ['many sheets', () => `${'<style>.a{color:red}</style>'.repeat(100)}<style>.h{display:none}</style>`],
    ['many blanks', () => `<style>.h{display:${' '.repeat(1_000)}none}</style>`],
  ])('%s is found', (_, sheet) => {
    const { hidden, isWhole } = readHtml(`${sheet()}<p class="${distinct(30, (i) => `x${i} `)}h">${SECRET}</p>`);
    expect(hidden.map(({ text }) => text)).toEqual([SECRET]);
    expect(isWhole).toBe(true);
  });

  it('a long attribute is found', () => {
    const { hidden } = readHtml(`<p title="${'a'.repeat(20_000)}" style="display:none">${SECRET}</p>`);
    expect(hidden).toHaveLength(1);
  });
});

function distinct(count: number, make: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => make(i)).join('');
}
