import { describe, expect, it } from '@jest/globals';
import { extract } from '../../src/extraction/extract.js';
import { bestCode } from '../../src/extraction/extractions.js';
import { readHtml } from '../../src/html/read-html.js';
import { judge, readSamples, TARGETS } from './score.mjs';

const { rows, totals, mistakes } = judge(extract, readHtml);

describe('the corpus', () => {
  it('has three hundred mails in at least twelve languages, with and without codes and links', () => {
    const samples = readSamples();
    expect(samples.length).toBeGreaterThanOrEqual(300);
    expect(new Set(samples.map(({ language }) => language)).size).toBeGreaterThanOrEqual(12);
    expect(samples.filter(({ codes }) => codes.length === 0).length).toBeGreaterThanOrEqual(100);
    expect(samples.filter(({ links }) => links && links.length > 0).length).toBeGreaterThanOrEqual(60);
  });
});

describe.each(totals)('$language', ({ codes, links }) => {
  it.each([
    ['codes', codes],
    ['links', links],
  ])('has %s with a recall of at least 95 % and a precision of at least 99 %', (_, { recall, precision }) => {
    const reached = { recall: (recall ?? 0) >= TARGETS.recall, precision: (precision ?? 0) >= TARGETS.precision };
    expect({ ...reached, mistakes }).toEqual({ recall: true, precision: true, mistakes: expect.any(Array) });
  });
});

describe('every language', () => {
  it.each(rows)('has most of its codes found, and none that is wrong: $language', ({ codes }) => {
    expect(codes.recall).toBeGreaterThanOrEqual(0.8);
    expect(codes.precision).toBeGreaterThanOrEqual(0.95);
  });
});

describe('the best code', () => {
  it('are not looked for in what an HTML text hides from its reader', () => {
    const html = '<p>Your code is <b>483920</b>.</p><p style="display:none">Your code is 111222.</p>';
    const { codes } = extract({ subject: '', plainText: '', html: readHtml(html), fromEmail: '' });
    expect(codes.map(({ value }) => value)).toEqual(['483920']);
  });

  it('is "" where there is none', () => {
    expect(bestCode(extract({ subject: 'hello', plainText: 'see you in 2026', html: null, fromEmail: '' }))).toBe('');
  });
});

describe('the number that a word names', () => {
  const codesOf = (plainText: string) =>
    extract({ subject: '', plainText, html: null, fromEmail: '' }).codes.map(({ value }) => value);

  it('is the nearest one, and not a card or a telephone beside it', () => {
    expect(codesOf('Card ending 4417. Verification code: 918830. Bank 800 123 456')).toEqual(['918830']);
  });

  it('may stand in a list of its kind', () => {
    expect(codesOf('Your backup verification codes:\nverification code\n48102934\n77120938\n')).toEqual(
      expect.arrayContaining(['48102934', '77120938']),
    );
  });
});
