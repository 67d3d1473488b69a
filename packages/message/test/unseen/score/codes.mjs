import { compose, formOf } from './compose.mjs';
import { readRecords } from './records.mjs';
import { read } from './reader.mjs';
import { precision, recall, share } from './tables.mjs';

export const BIG = ['en', 'zh', 'es', 'ar', 'pt', 'id', 'fr', 'ja', 'ru', 'de', 'hi', 'ko', 'tr', 'vi', 'it'];
export const baseOf = (language) => language.split('-')[0];

/** A code is the same with and without separators, and in any script's digits. */
export const bare = (code) =>
  code
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => digitOf(digit))
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The digits of each script stand in a row of ten that begins with its zero. */
function digitOf(digit) {
  let at = digit.codePointAt(0);
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(at - 1)) && value < 9) {
    at -= 1;
    value += 1;
  }
  return String(value);
}

/** A record: language | sender | the code as it is shown, or several ways to read it between `=`. */
export function resultsOf(part) {
  return readRecords(part, 'codes').map((record) => {
    const ways = record.fields[2].split('=');
    const form = formOf(record);
    const { raw, layout, text } = compose(record, { form, code: ways[0] });
    const found = [...new Set(read(raw).extractions.codes.map(({ value }) => bare(value)))];
    const right = found.filter((value) => ways.some((way) => bare(way) === value)).length;
    return {
      id: record.id,
      language: record.fields[0],
      form: record.options.as ?? (form === 'text' ? 'text' : record.options.raw ? 'hand-written html' : layout.group),
      markup:
        form !== 'text' && !record.options.raw && record.lines.some((line) => line.startsWith('= '))
          ? layout.group
          : '–',
      wanted: 1,
      right,
      found: found.length,
      isRight: right > 0 && right === found.length,
      show: { wanted: ways[0], found },
      text,
    };
  });
}

export const groupings = {
  language: ({ language }) => baseOf(language),
  form: ({ form }) => form,
  'alone, as': ({ markup }) => markup,
  'fifteen big:': ({ language }) => (BIG.includes(baseOf(language)) ? 'yes' : 'no'),
};

export const columns = { recall, precision, 'mail right': (results) => share(results, ({ isRight }) => isRight) };
