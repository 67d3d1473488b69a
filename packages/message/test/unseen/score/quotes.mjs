import { escapeHtml } from './layouts.mjs';
import { rawMail } from './raw-mail.mjs';
import { readRecords } from './records.mjs';
import { read } from './reader.mjs';
import { baseOf } from './codes.mjs';
import { share } from './tables.mjs';

const MARKS = { '~~~~': 'signature', '~~~?': 'signature', '<<<<': 'attribution', '>>>>': 'quoted' };

/** White space and empty lines aside, the text must be the very one. */
export const tidy = (text) =>
  text
    .split('\n')
    .map((line) => line.replace(/[\s\u00a0]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');

/**
 * A record: client | language | forms. Its lines are the reply, then after `~~~~` a signature (what a client puts around it stands in `[[ ]]`; after
 * `~~~?` it has no mark, and may count as part of the reply), after `<<<<` the line or
 * lines by which the client announces the quote, and after `>>>>` what is quoted. A `raw` client wrote the lines as they
 * stand, HTML if the form is `html`; what follows `====` is then the reply that is expected.
 */
export function resultsOf(part) {
  const clients = new Map(readRecords(part, 'clients').map((client) => [client.fields.join(' '), client.lines]));
  return readRecords(part, 'quotes').flatMap((record) => {
    const [client, language, forms] = record.fields;
    return (forms === 'both' ? ['text', 'html'] : [forms]).map((form) => {
      const { body, expected, orElse } = client.startsWith('raw') ? rawOf(record) : writtenOf(record, form, clients);
      const found = read(mailOf(form, body)).ownText;
      const isRight = [expected, orElse].some((text) => text !== undefined && tidy(found) === tidy(text));
      return { id: record.id, language, form, client, isRight, show: { expected, found: tidy(found) }, text: body };
    });
  });
}

function mailOf(form, body) {
  const headers = ['In-Reply-To: <before@inbox.example>', 'References: <before@inbox.example>'];
  const common = { name: 'Somebody', email: 'somebody@friends.example', subject: 'Re: Plan', headers };
  return rawMail({ ...common, [form]: body, encoding: 'quoted-printable' });
}

function rawOf({ id, lines }) {
  const at = lines.indexOf('====');
  if (at !== -1) return { body: `${lines.slice(0, at).join('\n')}\n`, expected: lines.slice(at + 1).join('\n') };
  const end = lines.findIndex((line) => MARKS[line] !== undefined);
  if (end === -1) throw new Error(`${id} does not say what is expected`);
  const without = (some) => some.filter((line) => MARKS[line] === undefined).join('\n');
  const orElse = lines[end] === '~~~?' ? { orElse: without(lines.slice(0, lines.indexOf('<<<<'))) } : {};
  return { body: `${without(lines)}\n`, expected: lines.slice(0, end).join('\n'), ...orElse };
}

function writtenOf({ id, lines, fields }, form, clients) {
  const client = clients.get(`${fields[0]} ${form}`);
  if (client === undefined) throw new Error(`${id}: there is no client ${fields[0]} ${form}`);
  const sections = sectionsOf(lines);
  const at = client.indexOf('page:');
  const pieces = Object.fromEntries(
    client.slice(0, at).map((line) => [line.split(':')[0], line.replace(/^[a-z]+: ?/, '')]),
  );
  const written = (section) => sections[section].map((line) => pieceOf(pieces, section, line, form)).join('\n');
  const body = client
    .slice(at + 1)
    .join('\n')
    .replace(/\[\[([^]*?)\]\]/g, (_, block) => (sections.signature.length === 0 ? '' : block))
    .replace(/\{\{([a-z]+)\}\}\n?/g, (_, section) => (sections[section].length === 0 ? '' : `${written(section)}\n`));
  const orElse = lines.includes('~~~?') ? { orElse: [...sections.reply, ...sections.signature].join('\n') } : {};
  return { body: `${body}\n`, expected: sections.reply.join('\n'), ...orElse };
}

function pieceOf(pieces, section, line, form) {
  const piece = (line === '' ? pieces.blank : undefined) ?? pieces[section] ?? '@@';
  const filled = piece.replaceAll('@@', () => (form === 'html' ? escapeHtml(line) : line));
  return form === 'text' ? filled.trimEnd() : filled;
}

function sectionsOf(lines) {
  const sections = { reply: [], signature: [], attribution: [], quoted: [] };
  let section = 'reply';
  for (const line of lines) {
    if (MARKS[line] === undefined) sections[section].push(line);
    else section = MARKS[line];
  }
  return sections;
}

export const groupings = {
  language: ({ language }) => baseOf(language),
  client: ({ client }) => client,
  form: ({ form }) => form,
};

export const columns = { exact: (results) => share(results, ({ isRight }) => isRight) };
