import { compose } from './compose.mjs';
import { readRecords } from './records.mjs';
import { read } from './reader.mjs';
import { baseOf } from './codes.mjs';
import { share } from './tables.mjs';

const TIMES = 8;
const FORMS = ['html', 'text', 'both', 'html'];

/**
 * A record: language | sender | topic. It becomes eight mails with other values in other layouts; one whose topic is
 * `pin` holds a number that is typed somewhere (a dial-in PIN, a meeting's password) and is counted apart.
 */
export function resultsOf(part) {
  return readRecords(part, 'ordinary').flatMap((record) =>
    Array.from({ length: record.options.once ? 1 : TIMES }, (_, time) => resultOf(record, time)),
  );
}

function resultOf(record, time) {
  const [language, , topic] = record.fields;
  const form = record.options.form ?? FORMS[(time + record.index) % FORMS.length];
  const { raw, text } = compose(record, { form, seed: String(time) });
  const { extractions, trust } = read(raw);
  const codes = extractions.codes.map(({ value }) => value);
  const kinds = extractions.links.filter(({ kind }) => kind !== 'other');
  const types = trust.signals.map(({ type }) => type);
  const isAlarm = types.includes('ai_instructions');
  const isRight = codes.length === 0 && !isAlarm;
  return {
    id: `${record.id}.${time}`,
    skeleton: record.id,
    language,
    topic,
    form,
    codes,
    kinds,
    isAlarm,
    trust,
    isRight,
    show: { codes, types },
    text,
  };
}

export const groupings = {
  language: ({ language }) => baseOf(language),
  topic: ({ topic }) => topic,
  form: ({ form }) => form,
  'a number to type:': ({ topic }) => (topic === 'pin' ? 'yes' : 'no'),
  'talks about codes:': ({ topic }) => (topic === 'about-codes' ? 'yes' : topic === 'pin' ? 'has one' : 'no'),
};

/** The eight mails of one record fail together, so the share of records says more than that of mails. */
function skeletonsWithCodes(results) {
  const all = new Set(results.map(({ skeleton }) => skeleton));
  const wrong = new Set(results.filter(({ codes }) => codes.length > 0).map(({ skeleton }) => skeleton));
  return `${wrong.size} of ${all.size}`;
}

export const columns = {
  'false codes': (results) => share(results, ({ codes }) => codes.length > 0),
  skeletons: skeletonsWithCodes,
  'false alarms': (results) => share(results, ({ isAlarm }) => isAlarm),
  suspicious: (results) => share(results, ({ trust }) => trust.verdict === 'suspicious'),
};
