import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { bestCode, extract } from '../../src/extraction/extractions.js';

type Sample = { language: string; subject: string; text: string; codes: string[] };

/** Mails of the kinds that people get, written for this purpose. */
const samples = JSON.parse(readFileSync(new URL('./corpus.json', import.meta.url), 'utf8')) as Sample[];

const read = ({ subject, text }: Sample, form: 'text' | 'html') => {
  const html = `<html><head><style>p{color:#123456}</style></head><body>${text
    .split('\n')
    .map((line) => `<p>${line.replaceAll('<', '&lt;')}</p>`)
    .join('')}</body></html>`;
  const body = form === 'text' ? { plainText: text, html: '' } : { plainText: '', html };
  return extract({ subject, ...body, fromEmail: 'noreply@example.com' });
};

describe.each(['text', 'html'] as const)('codes in mail as %s', (form) => {
  const judged = samples.map((sample) => ({ sample, found: read(sample, form).codes.map(({ value }) => value) }));

  it('are found: recall of at least 95 %, precision of at least 99 %', () => {
    const expected = judged.flatMap(({ sample }) => sample.codes);
    const found = judged.flatMap(({ found: values }) => values);
    const right = judged.flatMap(({ sample, found: values }) => values.filter((value) => sample.codes.includes(value)));
    const missed = judged.filter(({ sample, found: values }) => sample.codes.some((code) => !values.includes(code)));
    const wrong = judged.filter(({ sample, found: values }) => values.some((value) => !sample.codes.includes(value)));
    const report = {
      recall: right.length / expected.length >= 0.95,
      precision: right.length / found.length >= 0.99,
      missed: missed.map(({ sample, found: values }) => [sample.language, sample.text, values]),
      wrong: wrong.map(({ sample, found: values }) => [sample.language, sample.text, values]),
    };
    expect(report).toEqual({ recall: true, precision: true, missed: [], wrong: [] });
  });

  it('are at least one for every language that has one', () => {
    const languages = new Set(samples.filter(({ codes }) => codes.length > 0).map(({ language }) => language));
    const served = new Set(judged.filter(({ found }) => found.length > 0).map(({ sample }) => sample.language));
    expect([...served].sort()).toEqual([...languages].sort());
    expect(languages.size).toBeGreaterThanOrEqual(12);
  });
});

describe('the best code', () => {
  it('is "" where there is none', () => {
    expect(bestCode(extract({ subject: 'hello', plainText: 'see you in 2026', html: '', fromEmail: '' }))).toBe('');
  });
});
