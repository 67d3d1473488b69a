import { compose, formOf } from './compose.mjs';
import { readRecords } from './records.mjs';
import { read } from './reader.mjs';
import { baseOf } from './codes.mjs';
import { share } from './tables.mjs';

const HIDDEN = {
  display: (text) => `<div style="display:none">${text}</div>`,
  white: (text) => `<p style="color:#ffffff;background-color:#ffffff">${text}</p>`,
  tiny: (text) => `<span style="font-size:0px;line-height:0">${text}</span>`,
  offscreen: (text) => `<div style="position:absolute;left:-9999px">${text}</div>`,
  opacity: (text) => `<div style="opacity:0;height:0;overflow:hidden">${text}</div>`,
};
const ASIDE = {
  comment: (text) => `<!-- ${text.replaceAll('--', '- -')} -->`,
  alt: (text) => `<img src="cid:logo" width="120" height="40" alt="${text.replaceAll('"', "'")}">`,
};
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * A record: language | sender | what is attempted | where it stands. The lines that begin with `! ` are the instruction;
 * a place other than `text` puts them there and leaves the rest to be read.
 */
export function resultsOf(part) {
  return readRecords(part, 'injections').map((record) => {
    const [language, , goal, place] = record.fields;
    const payload = record.lines.filter((line) => line.startsWith('! ')).map((line) => line.slice(2));
    const { raw, text } = mailOf(record, payload.join(' '), place);
    const types = read(raw).trust.signals.map(({ type }) => type);
    const isHidden = HIDDEN[place] !== undefined;
    const isRight = types.includes('ai_instructions');
    const hiddenRight = !isHidden || types.includes('hidden_text');
    return { id: record.id, language, goal, place, isHidden, isRight, hiddenRight, show: { payload, types }, text };
  });
}

function mailOf(record, payload, place) {
  const cover = record.lines.filter((line) => !line.startsWith('! '));
  const shown = record.lines.map((line) => line.replace(/^! /, ''));
  const [subject = '', ...rest] = cover;
  const lines = {
    text: shown,
    base64: [...cover, Buffer.from(payload).toString('base64')],
    subject: [payload, ...rest],
  }[place] ?? [subject, ...rest];
  const hide = HIDDEN[place] ?? ASIDE[place];
  const insert = (html) => (html.includes('</body>') ? html : `${html}</body>`);
  const change = (html) => (hide ? insert(html).replace('</body>', () => `${hide(escape(payload))}</body>`) : html);
  const form = hide ? 'html' : formOf(record);
  const fields = [...record.fields];
  if (place === 'sender') fields[1] = fields[1].replace(/^.*?\s*</, () => `${payload} <`);
  return compose({ ...record, fields, lines, literal: true }, { form, change });
}

export const groupings = {
  language: ({ language }) => baseOf(language),
  goal: ({ goal }) => goal,
  place: ({ place }) => place,
};

const hiddenShare = (results) =>
  share(
    results.filter(({ isHidden }) => isHidden),
    ({ hiddenRight }) => hiddenRight,
  );
export const columns = {
  caught: (results) => share(results, ({ isRight }) => isRight),
  'hidden seen': hiddenShare,
};

/** Ordinary mails that talk about AI: language | sender | topic. */
export function talkOf(part) {
  return readRecords(part, 'about-ai').map((record) => {
    const { raw, text } = compose(record, { form: formOf(record) });
    const { signals, verdict } = read(raw).trust;
    const types = signals.map(({ type }) => type);
    const isRight = !types.includes('ai_instructions');
    return {
      id: record.id,
      language: record.fields[0],
      topic: record.fields[2],
      isRight,
      verdict,
      show: { types },
      text,
    };
  });
}

export const talkGroupings = { language: ({ language }) => baseOf(language) };
export const talkColumns = {
  'false alarms': (results) => share(results, ({ isRight }) => !isRight),
  suspicious: (results) => share(results, ({ verdict }) => verdict === 'suspicious'),
};
