import { compose, formOf, resolve } from './compose.mjs';
import { baseOf, BIG } from './codes.mjs';
import { readRecords, senderOf } from './records.mjs';
import { read } from './reader.mjs';
import { precision, recall, share } from './tables.mjs';

const KINDS = ['verify', 'reset', 'login', 'unsubscribe', 'other', 'any'];

/**
 * A record: language | sender | how the link tells what it is. Its links are `[label](kind target)`; one of kind `any`
 * may be called anything.
 */
export function resultsOf(part) {
  return readRecords(part, 'links').map((record) => {
    const { host } = senderOf(record.fields[1]);
    const wanted = [];
    const href = (target, random) => {
      const [kind, ...rest] = target.split(' ');
      const url = resolve(rest.join(' '), random, host);
      if (KINDS.includes(kind)) wanted.push({ kind, url });
      return url;
    };
    const { raw, text } = compose(record, { form: formOf(record), href });
    const header = /^List-Unsubscribe: .*<(https:[^>]*)>/.exec(record.options.header ?? '')?.[1];
    if (header !== undefined) wanted.push({ kind: 'unsubscribe', url: header });
    return { id: record.id, language: record.fields[0], form: record.fields[2], ...compare(wanted, read(raw)), text };
  });
}

/** A link of kind `other` counts as right only against being called something else. */
function compare(wanted, { extractions }) {
  const keyOf = ({ kind, url }) => `${kind} ${url}`;
  const free = wanted.filter(({ kind }) => kind === 'any').map(({ url }) => url);
  const isJudged = ({ kind, url }) => kind !== 'other' && !free.includes(url);
  const found = [...new Set(extractions.links.filter(isJudged).map(keyOf))];
  const keys = [...new Set(wanted.filter(isJudged).map(keyOf))];
  const right = found.filter((key) => keys.includes(key));
  const isRight = right.length === keys.length && found.length === keys.length;
  return { wanted: keys.length, right: right.length, found: found.length, isRight, show: { wanted: keys, found } };
}

export const groupings = {
  language: ({ language }) => baseOf(language),
  form: ({ form }) => form,
  'fifteen big:': ({ language }) => (BIG.includes(baseOf(language)) ? 'yes' : 'no'),
};

export const columns = { recall, precision, 'mail right': (results) => share(results, ({ isRight }) => isRight) };
