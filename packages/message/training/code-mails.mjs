import { readdirSync } from 'node:fs';
import { readHtml, readMessage } from '../dist/index.js';
import { findCodes } from '../dist/extraction/code-finder.js';
import { mailOf, readSamples } from '../test/extraction/score.mjs';
import { bare } from '../test/unseen/score/codes.mjs';
import { compose, formOf } from '../test/unseen/score/compose.mjs';
import { readRecords, recordsIn } from '../test/unseen/score/records.mjs';

const FOLDER = new URL('codes/', import.meta.url);
/** The parts that whoever works on the reader may look at. */
const PARTS = ['part-a', 'part-b'];
const FORMS = ['html', 'text', 'both'];
/** Kinds of mails that hold no code, beside the ordinary ones. */
const OTHERS = ['links', 'quotes', 'about-ai', 'injections'];
/** In which forms and with which values each record is learned from. */
const TIMES = 2;
/** A model that says what the rules say. */
const RULES = { bias: 0, rules: 1, scale: 0, words: new Int8Array(0) };

/** All mails to learn from: which record and file each is of, what is to be found, and what the reader gets. */
export function codeMails() {
  return [...written(), ...ofParts(), ...samples()];
}

function written() {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));
  return files.sort().flatMap((name) => {
    const records = recordsIn(new URL(name, FOLDER), '', name.slice(0, -4));
    return records.flatMap((record, index) =>
      mailsOf({ ...record, index, part: PARTS[index % 2], id: `${name}#${index + 1}` }, name),
    );
  });
}

function ofParts() {
  return PARTS.flatMap((part) =>
    ['codes', 'ordinary', ...OTHERS].flatMap((kind) =>
      readRecords(part, kind)
        .filter(({ fields }) => fields[2] !== 'pin')
        .flatMap((record) => mailsOf({ ...record, literal: kind === 'injections' }, `${part}/${kind}`)),
    ),
  );
}

function mailsOf(record, group) {
  const isCode = /codes/.test(group);
  const ways = isCode ? record.fields[2].split('=') : [];
  return Array.from({ length: TIMES }, (_, time) => {
    const form = isCode && time === 0 ? formOf(record) : (record.options.form ?? FORMS[(time + record.index) % 3]);
    const { raw } = compose(record, {
      form,
      code: ways[0] ?? '482915',
      seed: isCode && time === 0 ? '' : String(time),
    });
    const { message, html } = readMessage(raw);
    const { subject, plainText, from, headers } = message;
    const input = { subject, plainText, html, fromEmail: from?.email ?? '', headers };
    const { list: isList = false } = record.options;
    return { group, id: record.id, language: record.fields[0], wanted: ways.map(bare), isList, input };
  });
}

function samples() {
  return readSamples().flatMap((sample, index) =>
    ['text', 'html'].map((form) => {
      const { html, ...mail } = mailOf(sample, form);
      const input = { ...mail, html: html === '' ? null : readHtml(html) };
      const { language, codes } = sample;
      return { group: 'samples', id: `sample#${index + 1}`, language, wanted: codes.map(bare), input };
    }),
  );
}

/** What the reader sees around each number of a mail that may be a code, and whether it is one; a list is of many. */
function examplesOf({ id, wanted, isList, input }) {
  const examples = [];
  const isWanted = (code) => wanted.includes(code) || (isList && code.length === wanted[0].length);
  findCodes(input, RULES, ({ value, shape }, sum, { length, buckets, values }) => {
    const is = isWanted(bare(value)) ? 1 : 0;
    const seen = { buckets: buckets.slice(0, length), values: values.slice(0, length) };
    examples.push({ record: id, is, sum, value, shape, ...seen });
  });
  return examples;
}

/** The examples of all mails; those of the same number in a mail share a weight of one. */
export function codeExamples(mails = codeMails()) {
  return mails.flatMap((mail) => {
    const examples = examplesOf(mail);
    const isSame = (a) => (b) => a.value === b.value && a.shape === b.shape;
    return examples.map((one) => ({ ...one, weight: 1 / examples.filter(isSame(one)).length }));
  });
}
