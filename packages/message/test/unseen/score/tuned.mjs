import { readFileSync } from 'node:fs';
import { assessTrust, extract, extractedText, readHtml } from '../../../dist/index.js';
import { mailOf, readSamples } from '../../extraction/score.mjs';
import { tidy } from './quotes.mjs';
import { precision, recall, share } from './tables.mjs';

const NONE = { spf: 'none', dkim: 'none', dmarc: 'none' };
const EMPTY = { from: null, to: [], cc: [], replyTo: [], subject: '', plainText: '', attachments: [] };
const listOf = (file) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
const htmlOf = (html) => (html === undefined ? null : readHtml(html));

/** The mails by which the reader was written: they show that nothing was lost, and nothing else. */
export const tunedCodes = () => tunedExtractions(({ codes }) => codes, extractedCodes);
export const tunedLinks = () => tunedExtractions(({ links = [] }) => links.map(linkKey), extractedLinks);

const linkKey = ({ kind, url }) => `${kind} ${url}`;
const extractedCodes = ({ codes }) => codes.map(({ value }) => value);
const extractedLinks = ({ links }) => links.filter(({ kind }) => kind !== 'other').map(linkKey);

function tunedExtractions(wantedOf, foundOf) {
  return readSamples().flatMap((sample, index) =>
    ['text', 'html'].map((form) => {
      const { html, ...mail } = mailOf(sample, form);
      const [wanted, found] = [
        wantedOf(sample),
        foundOf(extract({ ...mail, html: html === '' ? null : readHtml(html) })),
      ];
      const right = found.filter((one) => wanted.includes(one)).length;
      const isRight = right === wanted.length && found.length === right;
      const counts = { wanted: wanted.length, right, found: found.length };
      return { id: `extraction#${index + 1}`, form, ...counts, isRight, show: { wanted, found }, text: sample.text };
    }),
  );
}

export const tunedRecall = { recall, precision };

export function tunedQuotes() {
  return listOf('quoting/corpus.json').map(({ language, client, text = '', html, expected }, index) => {
    const found = extractedText(text, htmlOf(html));
    const form = html === undefined ? 'text' : 'html';
    const isRight = tidy(found) === tidy(expected);
    return {
      id: `quoting#${index + 1}`,
      language,
      client,
      form,
      isRight,
      show: { expected, found },
      text: text || html,
    };
  });
}

export function tunedInjections() {
  return listOf('trust/hostile.json')
    .filter(({ signals }) => signals.includes('ai_instructions'))
    .map((sample) => {
      const isRight = typesOf(sample).includes('ai_instructions');
      return { id: sample.name, isRight, isHidden: false, show: {}, text: sample.text ?? sample.html };
    });
}

export function tunedTalk() {
  return listOf('trust/ordinary.json').map((sample) => {
    const { signals, verdict } = assess(sample);
    const isRight = !signals.some(({ type }) => type === 'ai_instructions');
    return { id: sample.name, isRight, verdict, show: {}, text: sample.text ?? sample.html };
  });
}

function assess({ text = '', html, authentication = NONE, ...message }) {
  return assessTrust({ message: { ...EMPTY, ...message, plainText: text }, html: htmlOf(html), authentication });
}

const typesOf = (sample) => assess(sample).signals.map(({ type }) => type);

export const tunedShare = { right: (results) => share(results, ({ isRight }) => isRight) };
