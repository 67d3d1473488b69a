import { readdirSync, readFileSync } from 'node:fs';

export const TARGETS = { recall: 0.95, precision: 0.99 };

const LINK = /\[([^\]]+)\]\((https?:[^)]+)\)/g;
/** A link that leads anywhere else is of no interest to an agent. */
const KINDS = new Set(['verify', 'reset', 'login', 'unsubscribe']);

/** Mails of the kinds that people receive, written for this purpose; in their text a link is `[label](url)`. */
export function readSamples() {
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => /^corpus.*\.json$/.test(file));
  return files.sort().flatMap((file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')));
}

/** The sample as a mail program would send it. */
export function mailOf({ subject, text }, form) {
  const fromEmail = 'noreply@example.com';
  if (form === 'text') return { subject, plainText: text.replace(LINK, '$1: $2'), html: '', fromEmail };
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const lines = escaped.split('\n').map((line) => `<p>${line.replace(LINK, '<a href="$2">$1</a>')}</p>`);
  const html = `<html><head><style>p{color:#123456}</style></head><body>${lines.join('')}</body></html>`;
  return { subject, plainText: '', html, fromEmail };
}

/** The scores for each language in both forms and for each form in all, and what was wrong. */
export function judge(extract, readHtml) {
  const samples = readSamples();
  const read = ({ html, ...mail }) => extract({ ...mail, html: html === '' ? null : readHtml(html) });
  const results = ['text', 'html'].flatMap((form) => samples.map((sample) => resultOf(sample, form, read)));
  const languages = [...new Set(samples.map(({ language }) => language))].sort();
  const rows = languages.map((language) =>
    rowOf(
      language,
      results.filter((result) => result.language === language),
    ),
  );
  const totals = ['text', 'html'].map((form) =>
    rowOf(
      `all ${form}`,
      results.filter((result) => result.form === form),
    ),
  );
  return { rows, totals, mistakes: results.filter(isWrong) };
}

function resultOf(sample, form, read) {
  const { codes, links } = read(mailOf(sample, form));
  const wanted = (sample.links ?? []).map(({ kind, url }) => `${kind} ${url}`);
  const found = links.filter(({ kind }) => KINDS.has(kind)).map(({ kind, url }) => `${kind} ${url}`);
  return {
    language: sample.language,
    form,
    text: sample.text,
    codes: compare(
      sample.codes,
      codes.map(({ value }) => value),
    ),
    links: compare(wanted, found),
  };
}

function compare(wanted, found) {
  const missed = wanted.filter((one) => !found.includes(one));
  const wrong = found.filter((one) => !wanted.includes(one));
  return { wanted: wanted.length, right: found.length - wrong.length, found: found.length, missed, wrong };
}

function rowOf(language, results) {
  return { language, mails: results.length, codes: scoreOf(results, 'codes'), links: scoreOf(results, 'links') };
}

/** Null if there is nothing to find, or nothing was found. */
function scoreOf(results, what) {
  const sum = (field) => results.reduce((total, result) => total + result[what][field], 0);
  const [wanted, right, found] = [sum('wanted'), sum('right'), sum('found')];
  return { recall: wanted === 0 ? null : right / wanted, precision: found === 0 ? null : right / found };
}

function isWrong({ codes, links }) {
  return [codes, links].some(({ missed, wrong }) => missed.length > 0 || wrong.length > 0);
}
