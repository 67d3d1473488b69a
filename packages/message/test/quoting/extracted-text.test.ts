import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readHtml } from '../../src/html/read-html.js';
import { timeRatio } from '../linear-time.js';
import { extractedText } from '../../src/quoting/extracted-text.js';

type Sample = { language: string; client: string; kind: string; text?: string; html?: string; expected: string };

/** The forms in which mail programs quote, written for this purpose. */
const samples = JSON.parse(readFileSync(new URL('./corpus.json', import.meta.url), 'utf8')) as Sample[];

const read = (text = '', html?: string) => extractedText(text, html === undefined ? null : readHtml(html));

describe('the text that a mail adds to its conversation', () => {
  it.each(samples)('is found in $language, written with $client', ({ text, html, expected }) => {
    expect(read(text, html).trim()).toBe(expected);
  });

  it('has a corpus of sixty mails in twelve languages', () => {
    expect(samples.length).toBeGreaterThanOrEqual(60);
    expect(new Set(samples.map(({ language }) => language)).size).toBeGreaterThanOrEqual(12);
  });

  it.each([
    ['only a quote', '> a\n> b\n'],
    ['only a signature', '-- \nAda Lovelace'],
    ['only an older message', 'On Tue, Nov 3, 2026 at 10:12 AM Bob <b@x.example> wrote:\n\nhello'],
    ['only the line of a telephone', 'Sent from my iPhone'],
  ])('is the whole mail where it is %s', (_, text) => {
    expect(read(text)).toBe(text);
  });

  it('is empty where there is no text', () => {
    expect([read(''), read('', '<div><br></div>'), read(' \n ')]).toEqual(['', '', '']);
  });

  it('leaves out what the HTML hides', () => {
    expect(read('', '<p>seen</p><p style="display:none">hidden</p>')).toBe('seen');
  });
});

describe('hostile text', () => {
  const lines: [string, string][] = [
    ['quote marks', '>'],
    ['quote marks in lines', '> > >\n'],
    ['lines that begin like an attribution', 'On \n'],
    ['lines that end like one', 'On wrote:\n'],
    ['whole attributions', 'On 3 Nov 2026 Bob <b@x.example> wrote\n'],
    ['attributions of nothing', 'As he wrote:\n\n'],
    ['blanks', ' '],
    ['blank lines', '\n'],
    ['blanks and quote marks', ' >'],
    ['labels', 'From: a\nFrom: b\n\n'],
    ['dashes', '-----'],
    ['dividers', '----- a -----\n'],
    ['signatures', '-- \n'],
    ['telephones', 'Sent from my iPhone\n'],
    ['answers between quotes', '> a\nb\n'],
    ['addresses', 'a@b'],
    ['digits and colons', '2026-1:\n'],
  ];

  it.each(lines)('of %s is read in linear time', (_, piece) => {
    expect(timeRatio((size) => read(piece.repeat(size / piece.length)), 60_000)).toBeLessThan(48);
  });

  const html: [string, string][] = [
    ['open tags', '<a '],
    ['elements that never close', '<div style="color:red">'],
    ['closing tags of what is not open', '<b></p>'],
    ['inline pieces of one line', '<b>x</b>'],
    ['hidden pieces in one line', 'x<i style="display:none">a</i><i style="opacity:0">b</i>'],
    ['quotation marks that stay open', `<a b='c" `],
    ['unclosed comments', '<!--'],
    ['quoted blocks', '<blockquote type=cite>'],
    ['paragraphs', '<p>a'],
    ['style sheets', '<style>.a{color:red}</style>'],
    ['rules', '<style>.a{'],
    ['attributes', '<p a=b c d >'],
    ['blanks in a tag', '<p                                     >'],
    ['preformatted lines', '<pre>\n'],
    ['references', '&#'],
  ];

  it.each(html)('in HTML with %s is read in linear time', (_, piece) => {
    expect(timeRatio((size) => read('', piece.repeat(size / piece.length)), 60_000)).toBeLessThan(48);
  });
});
