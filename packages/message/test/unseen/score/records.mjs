import { existsSync, readFileSync } from 'node:fs';

const PARTS = new URL('../', import.meta.url);

/**
 * Reads a file of records. A record begins with a line `## field | field | …`, of which a field `name=value` or
 * `+name` is an option; the lines up to the next record are its body. A file may be continued in `name-2.txt` and so on.
 */
export function readRecords(part, name) {
  const records = [];
  for (const file of [name, ...Array.from({ length: 9 }, (_, index) => `${name}-${index + 2}`)]) {
    const url = new URL(`${part}/${file}.txt`, PARTS);
    if (!existsSync(url)) continue;
    records.push(...recordsIn(url, part, file));
  }
  return records.map((record, index) => ({ ...record, index, id: `${part}/${record.file}#${index + 1}` }));
}

/** The records of one file; `part` says whose layouts and footers they get. */
export function recordsIn(url, part, file) {
  const chunks = readFileSync(url, 'utf8').split(/^## /m);
  return chunks.slice(1).map((chunk) => recordOf(chunk, part, file));
}

function recordOf(chunk, part, file) {
  const [head, ...lines] = chunk.replace(/\s+$/, '').split('\n');
  const fields = head.split(' | ').map((field) => field.trim());
  const isOption = (field) => /^(?:[a-z]+=|\+[a-z])/.test(field);
  const options = Object.fromEntries(fields.filter(isOption).map((field) => optionOf(field)));
  return { part, file, fields: fields.filter((field) => !isOption(field)), options, lines };
}

function optionOf(field) {
  if (field.startsWith('+')) return [field.slice(1), true];
  const at = field.indexOf('=');
  return [field.slice(0, at), field.slice(at + 1)];
}

/** `Name <local@host>` as its two halves. */
export function senderOf(text) {
  const [, name = '', email = text] = /^(.*?)\s*<(.*)>$/.exec(text) ?? [];
  return { name, email, host: email.slice(email.lastIndexOf('@') + 1) };
}
