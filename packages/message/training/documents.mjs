import { readdirSync, readFileSync } from 'node:fs';
import { readHtml, readMessage } from '../dist/index.js';
import { readPassages } from '../dist/trust/ai-instructions.js';
import { Passages } from '../dist/trust/ai-passages.js';
import { compose } from '../test/unseen/score/compose.mjs';
import { readRecords, recordsIn } from '../test/unseen/score/records.mjs';

const FOLDER = new URL('./', import.meta.url);
const RECORDS = new URL('codes/', import.meta.url);
const TESTS = new URL('../test/', import.meta.url);
const SAMPLES = [
  'extraction/corpus.json',
  'extraction/corpus-banks-shops.json',
  'extraction/corpus-unseen.json',
  'quoting/corpus.json',
  'trust/ordinary.json',
];
/** The parts that whoever works on the reader may look at. */
const PARTS = ['part-a', 'part-b'];
const FORMS = ['html', 'text'];
/** Ordinary mail is most of what is read. */
const ORDINARY = 8;
const TALK = 3;
const PLAIN = 4;
/** Of the records there are thousands. */
const RECORD = 2;
/** Signs of these files that no mail has. */
const OWN_MARKS = /^(?:<<<<|>>>>|~~~~).*$/gm;

/** Made when it is used: it reads the meanings, which training writes first. */
let shared;

function passagesOf(text) {
  shared ??= new Passages();
  const { length, buckets, ends, sizes, traits } = readPassages(text, shared);
  return {
    length,
    buckets: buckets.slice(0, ends[length]),
    ends: ends.slice(0, length + 1),
    sizes: sizes.slice(0, length + 1),
    traits: traits.slice(0, length + 1),
  };
}

const textsOf = (texts) => texts.filter((text) => /\S/.test(text)).map(passagesOf);
const languageOf = (name) => name.split('-')[0].toLowerCase();

/** The texts that were written to be learned from: language, kind, text, with `\n` for the ends of lines. */
export function writtenDocuments() {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.tsv'));
  return files.sort().flatMap((file) =>
    readFileSync(new URL(file, FOLDER), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [language, kind, text] = line.split('\t');
        const texts = textsOf([text.replaceAll('\\n', '\n')]);
        return { file, language: languageOf(language), texts, is: kind === 'honest' ? 0 : 1, weight: 1 };
      }),
  );
}

/** Mails of public sets and of the tests that ask for other things: real and ordinary ones, mostly in English. */
export function ordinaryDocuments() {
  const files = ['corpus/', 'unseen/bounces/eml/'].flatMap((folder) =>
    readdirSync(new URL(folder, TESTS), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readTexts(readFileSync(new URL(`${folder}${name}`, TESTS)))),
  );
  const samples = SAMPLES.flatMap((name) => JSON.parse(readFileSync(new URL(name, TESTS), 'utf8'))).map(
    ({ subject = '', text = '', html = '' }) => [subject, text, ...linesOf(html)],
  );
  return [...files, ...samples].map((texts, index) => {
    return { kind: 'public', index, language: 'en', texts: textsOf(texts), is: 0, weight: ORDINARY };
  });
}

/** The attacks of the tests: the plainest there are. */
export function plainDocuments() {
  return JSON.parse(readFileSync(new URL('trust/hostile.json', TESTS), 'utf8'))
    .filter(({ signals }) => signals.includes('ai_instructions'))
    .filter(({ html = '' }, index, all) => html === '' || !all.slice(0, index).some((other) => says(other, html)))
    .map(({ name, subject = '', text = '', html = '', from }) => {
      const texts = textsOf([subject, text, from?.name ?? '', ...linesOf(html)]);
      return { kind: 'plain', language: /^[a-z]{2}(?=: )/.exec(name)?.[0] ?? 'en', texts, is: 1, weight: PLAIN };
    });
}

/** Whether two samples differ only in their markup. */
function says({ html = '' }, other) {
  return html.replace(/<[^>]*>/g, '') === other.replace(/<[^>]*>/g, '');
}

function linesOf(html) {
  const { lines, hidden, asides } = readHtml(html);
  return [lines, hidden].map((pieces) => pieces.map(({ text }) => text).join('\n')).concat(asides.join('\n'));
}

/** The mails of parts A and B, as the reader gets their texts. */
export function mailDocuments() {
  const all = (kind, weight, times = 1) => PARTS.flatMap((part) => mailsOf(part, kind, weight, times));
  return [
    ...all('ordinary', ORDINARY, 2),
    ...['codes', 'links', 'quotes'].flatMap((kind) => all(kind, ORDINARY)),
    ...all('about-ai', TALK),
    ...all('injections', 1),
  ];
}

/** The records from which codes are learned, with codes and without: ordinary mail in a hundred languages. */
export function recordDocuments() {
  const files = readdirSync(RECORDS).filter((name) => name.endsWith('.txt'));
  return files.sort().flatMap((file) =>
    recordsIn(new URL(file, RECORDS), '', file.slice(0, -4)).map((record, index) => {
      const part = PARTS[index % PARTS.length];
      const form = record.options.form ?? FORMS[(index >> 1) % FORMS.length];
      const { raw } = compose({ ...record, part, id: `${file}#${index + 1}` }, { form, seed: '0', code: '482915' });
      return {
        kind: 'record',
        language: languageOf(record.fields[0]),
        texts: textsOf(readTexts(raw)),
        is: 0,
        weight: RECORD,
      };
    }),
  );
}

function mailsOf(part, kind, weight, times) {
  const isAttack = kind === 'injections';
  return readRecords(part, kind).flatMap((record, index) =>
    Array.from({ length: times }, (_, time) => {
      const lines = isAttack ? record.lines.map((line) => line.replace(/^! /, '')) : record.lines;
      const form = record.options.form ?? FORMS[(time + index) % FORMS.length];
      const { raw } = compose({ ...record, literal: isAttack, lines }, { form, seed: String(time), code: '482915' });
      const texts = textsOf(readTexts(raw).map((text) => text.replace(OWN_MARKS, '')));
      return { kind, index, language: languageOf(record.fields[0]), texts, is: isAttack ? 1 : 0, weight };
    }),
  );
}

function readTexts(raw) {
  const { message, html } = readMessage(raw);
  const { subject, from, plainText } = message;
  const shown = html?.lines.map(({ text }) => text).join('\n') ?? '';
  const hidden = html?.hidden.map(({ text }) => text).join('\n') ?? '';
  return [hidden, html?.asides.join('\n') ?? '', subject, from?.name ?? '', plainText, shown];
}

/** Where a language has more attacks than honest texts, they weigh less, so that no language leans to them. */
export function balanced(documents) {
  const counts = new Map();
  for (const { language, is } of documents) {
    const count = counts.get(language) ?? [0, 0];
    count[is] += 1;
    counts.set(language, count);
  }
  return documents.map((document) => {
    const [honest, attacks] = counts.get(document.language);
    if (document.is === 0 || attacks <= honest) return document;
    return { ...document, weight: document.weight * Math.max(0.3, honest / attacks) };
  });
}
