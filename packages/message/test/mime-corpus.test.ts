import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { decodeAttachment, parseMessage } from '../src/index.js';

const corpus = fileURLToPath(new URL('./corpus', import.meta.url));

type Expectation = { subject: string; from: string | null; attachments: (string | null)[] };

/**
 * What mailparser and Python's email package agree on; if they differ, we judged by hand from the raw file, and `why`
 * gives the reason if another answer could be defended.
 */
const expectations = JSON.parse(
  readFileSync(fileURLToPath(new URL('./corpus-expectations.json', import.meta.url)), 'utf8'),
) as Record<string, Expectation & { why?: string }>;

const files = readdirSync(corpus, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.eml'))
  .map((entry) => relative(corpus, join(entry.parentPath, entry.name)))
  .sort();

function summary(raw: Buffer): Expectation {
  const { subject, from, attachments } = parseMessage(raw);
  return { subject, from: from && from.email, attachments: attachments.map(({ filename }) => filename) };
}

function expected(file: string): Expectation | undefined {
  const { why: _, ...expectation } = expectations[file] ?? {};
  return expectation as Expectation;
}

/** Everything except positions in the raw file, and sizes that count line breaks. */
function withoutPlaces(raw: Buffer) {
  const parsed = parseMessage(raw);
  return { ...parsed, attachments: parsed.attachments.map(({ offset: _o, length: _l, size: _s, ...rest }) => rest) };
}

describe('the corpus', () => {
  it('has an expectation for every file, and a file for every expectation', () => {
    expect(files).toEqual(Object.keys(expectations).sort());
  });

  it.each(files)('%s is read right, with its own line ends and with those of SMTP', (file) => {
    const raw = readFileSync(join(corpus, file));
    expect(summary(raw)).toEqual(expected(file));
    const crlf = Buffer.from(raw.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');
    expect(withoutPlaces(crlf)).toEqual(withoutPlaces(raw));
  });

  it.each([
    ['mail-gem/multi_charset/japanese_iso_2022.eml', 'すみません。'],
    ['mail-gem/multi_charset/japanese_shift_jis.eml', 'このメールはテスト用のメールです。'],
    ['mail-gem/multi_charset/ks_c_5601-1987.eml', '스티해'],
    ['mail-gem/plain_emails/raw_email.eml', '대부분의 마찬가지로'],
    ['mail-gem/error_emails/header_fields_with_empty_values.eml', 'Jørn Støylen'],
  ])('%s has its text in the right charset', (file, text) => {
    expect(parseMessage(readFileSync(join(corpus, file))).plainText).toContain(text);
  });

  it('decodes an attachment from where it lies in the raw message', () => {
    const raw = readFileSync(join(corpus, 'mail-gem/attachment_emails/attachment_pdf.eml'));
    const [pdf] = parseMessage(raw).attachments;
    expect(pdf && decodeAttachment(raw, pdf).subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf && decodeAttachment(raw, pdf)).toHaveLength(pdf?.size ?? -1);
  });
});
