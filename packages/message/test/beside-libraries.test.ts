import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { simpleParser, type AddressObject } from 'mailparser';
import PostalMime, { type Address } from 'postal-mime';
import { parseMessage } from '../src/index.js';

const corpus = fileURLToPath(new URL('./corpus', import.meta.url));
const files = readdirSync(corpus, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.eml'))
  .sort();

/** What a reader says of a message, in one form for all of them. */
type Reading = Record<'subject' | 'from' | 'to' | 'cc' | 'messageId' | 'text' | 'html' | 'attachments', string>;
type Field = keyof Reading;

const oneLine = (text: string | false | null | undefined) => (text || '').replace(/\s+/g, ' ').trim();
const listOf = (addresses: readonly (string | undefined)[]) => addresses.filter(Boolean).join(',').toLowerCase();

function ours(raw: Buffer): Reading {
  const parsed = parseMessage(raw);
  const emails = (addresses: readonly { email: string }[]) => listOf(addresses.map(({ email }) => email));
  return {
    subject: oneLine(parsed.subject),
    from: listOf([parsed.from?.email]),
    to: emails(parsed.to),
    cc: emails(parsed.cc),
    messageId: parsed.messageId,
    text: oneLine(parsed.plainText),
    html: String(parsed.html !== ''),
    attachments: parsed.attachments.map(({ filename }) => filename).join('|'),
  };
}

async function postalMime(raw: Buffer): Promise<Reading> {
  const parsed = await PostalMime.parse(raw);
  const emails = (addresses: readonly Address[] = []): string =>
    listOf(addresses.flatMap(({ address, group }) => (group ? group.map((one) => one.address) : [address])));
  return {
    subject: oneLine(parsed.subject),
    from: emails(parsed.from ? [parsed.from] : []),
    to: emails(parsed.to),
    cc: emails(parsed.cc),
    messageId: parsed.messageId ?? '',
    text: oneLine(parsed.text),
    html: String(Boolean(parsed.html)),
    attachments: parsed.attachments.map(({ filename }) => filename).join('|'),
  };
}

async function mailparser(raw: Buffer): Promise<Reading> {
  const parsed = await simpleParser(raw, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  });
  const emails = (field: AddressObject | AddressObject[] | undefined): string => {
    const values = [field ?? []].flat().flatMap(({ value }) => value);
    return listOf(values.flatMap(({ address, group }) => (group ? group.map((one) => one.address) : [address])));
  };
  return {
    subject: oneLine(parsed.subject),
    from: emails(parsed.from),
    to: emails(parsed.to),
    cc: emails(parsed.cc),
    messageId: parsed.messageId ?? '',
    text: oneLine(parsed.text),
    html: String(Boolean(parsed.html)),
    attachments: parsed.attachments.map(({ filename }) => filename).join('|'),
  };
}

const enclosed = 'an enclosed message is an attachment with a name, and its text is not part of the text around it';
const located = 'without a filename, the last segment of Content-Location names the part';
const comments = 'comments and routes belong to no address (RFC 5322 §3.2.2, §4.4)';
const local = 'a mailbox without a domain is kept as it stands';

/** Where ours says something that neither library says, and why. */
const alone: Readonly<Record<string, string>> = {
  'mail-gem/attachment_emails/attachment_content_location.eml attachments': located,
  'mail-gem/error_emails/invalid_subject_characters.eml subject':
    'raw bytes that are not UTF-8 are read as Windows-1252',
  'mail-gem/error_emails/missing_body.eml to': 'the name of a group belongs to no address',
  'mail-gem/error_emails/missing_content_disposition.eml attachments': 'the name parameter of Content-Type counts',
  'mail-gem/mime_emails/raw_email12.eml attachments': located,
  'mail-gem/mime_emails/raw_email_with_mimepart_without_content_type.eml attachments': enclosed,
  'mail-gem/multipart_report_emails/multi_address_bounce1.eml attachments': enclosed,
  'mail-gem/multipart_report_emails/multi_address_bounce2.eml attachments': enclosed,
  'mail-gem/multipart_report_emails/multipart_report_multiple_status.eml attachments': enclosed,
  'mail-gem/plain_emails/raw_email_multiple_from.eml to': 'of address fields that are repeated, all count',
  'mail-gem/rfc2822/example10.eml from': comments,
  'mail-gem/rfc2822/example10.eml to': comments,
  'mail-gem/rfc2822/example11.eml to': comments,
  'mail-gem/rfc2822/example13.eml from': comments,
  'mail-gem/rfc2822/example13.eml messageId': 'an id holds no white space',
  'mail-parser-rfc/000.eml attachments': enclosed,
  'mail-parser-rfc/001.eml from': local,
  'mail-parser-rfc/001.eml to': local,
  'mail-parser-rfc/001.eml attachments': 'a filename has no folders',
  'mail-parser-rfc/002.eml text': enclosed,
  'mail-parser-rfc/002.eml attachments': enclosed,
  'mail-parser-rfc/004.eml from': local,
  'mail-parser-rfc/004.eml to': local,
  'mail-parser-rfc/004.eml text': enclosed,
  'mail-parser-rfc/004.eml attachments': enclosed,
  'mail-parser-rfc/007.eml text': enclosed,
  'mail-parser-rfc/007.eml attachments': enclosed,
  'mail-parser-rfc/009.eml attachments': enclosed,
};

/** The fields of a file in which neither library agrees with us. */
async function aloneIn(file: string): Promise<string[]> {
  const raw = readFileSync(join(corpus, file));
  const [mine, ...others] = [ours(raw), await postalMime(raw), await mailparser(raw)];
  const fields = Object.keys(mine) as Field[];
  return fields
    .filter((field) => others.every((other) => other[field] !== mine[field]))
    .map((field) => `${file} ${field}`);
}

describe('beside mailparser and postal-mime', () => {
  it.each(files)('%s is read as one of them reads it, but where we know why not', async (file) => {
    const expected = Object.keys(alone).filter((place) => place.startsWith(`${file} `));
    expect((await aloneIn(file)).sort()).toEqual(expected.sort());
  });

  it('names no file that is not there', () => {
    const named = Object.keys(alone).map((place) => place.split(' ')[0] ?? '');
    expect(named.filter((file) => !files.includes(file))).toEqual([]);
  });
});
