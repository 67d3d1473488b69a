import { readRecords } from './records.mjs';

const FALLBACK = { code: '<p><b>@@</b></p>', mark: '<b>@@</b>', button: '<p><a href="@url">@@</a></p>' };
const LATER = { head: 'line', row: 'line', anchor: '' };

/**
 * The ways in which senders mark up their mails. A layout says how a line, a heading, a row with its cells, a boxed
 * code or its digits, a code within a line, a button and a link look, and what the page around them is.
 */
export function layoutsOf(part) {
  return readRecords(part, 'layouts').map(({ fields: [name, group], lines }) => {
    const pieces = { ...FALLBACK };
    const at = lines.indexOf('page:');
    for (const line of lines.slice(0, at)) {
      const [, piece, html] = /^([a-z]+): (.*)$/.exec(line) ?? [];
      if (piece !== undefined) pieces[piece] = html.replaceAll('\\n', '\n');
    }
    for (const [piece, other] of Object.entries(LATER)) pieces[piece] ??= pieces[other] ?? '<a href="@url">@@</a>';
    pieces.cell ??= '@@ &nbsp; ';
    return { name, group, pieces, page: lines.slice(at + 1).join('\n') };
  });
}

export const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const put = (piece, text) => piece.replaceAll('@@', () => text);

/** One code, as the layout writes it when it stands alone: as a whole, or each of its signs on its own. */
function boxed({ code, digit }, shown) {
  if (digit === undefined) return put(code, escapeHtml(shown));
  return put(code, [...shown].map((sign) => put(digit, sign === ' ' ? '&nbsp;' : escapeHtml(sign))).join(''));
}

/** `[label](kind url)` and the code within a line become HTML. */
function inline({ anchor, mark }, text, { code, href }) {
  const parts = text.split(/(\[[^\]]*\]\([^)]*\)|\{code\})/);
  const written = parts.map((part) => {
    if (part === '{code}') return put(mark, escapeHtml(code));
    const [, label, target] = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(part) ?? [];
    return target === undefined ? escapeHtml(part) : put(anchor, escapeHtml(label)).replace('@url', () => href(target));
  });
  return written.join('');
}

function element(pieces, line, context) {
  if (line === '') return '';
  if (line.startsWith('= ')) return boxed(pieces, line.slice(2).replace('{code}', context.code));
  if (line.startsWith('# ')) return put(pieces.head, inline(pieces, line.slice(2), context));
  if (line.startsWith('| ')) {
    const cells = line.slice(2).split(' | ');
    return put(pieces.row, cells.map((cell) => put(pieces.cell, inline(pieces, cell, context))).join(''));
  }
  const [, label, target] = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(line) ?? [];
  if (target === undefined) return put(pieces.line, inline(pieces, line, context));
  return put(pieces.button, escapeHtml(label)).replaceAll('@url', () => context.href(target));
}

/** The mail as HTML: `context` has the sender, the subject, the code as it is shown, and where a link leads. */
export function writeHtml({ pieces, page }, lines, context) {
  const body = lines.map((line) => element(pieces, line, context)).join('\n');
  const slots = {
    subject: escapeHtml(context.subject),
    brand: escapeHtml(context.brand),
    host: context.host,
    lang: context.language,
    first: escapeHtml(lines.find((line) => line !== '' && !/[[|={]/.test(line))?.replace(/^# /, '') ?? ''),
  };
  const filled = page.replace('{{body}}', () => body);
  return filled.replace(/\{\{([a-z]+)\}\}/g, (whole, slot) => slots[slot] ?? whole);
}

const WAYS = [
  (label, url) => `${label}: ${url}`,
  (label, url) => `${label}\n${url}`,
  (label, url) => `${label} ( ${url} )`,
  (label, url) => `${label} <${url}>`,
  (label, url) => `[${label}](${url})`,
];
const BOXES = [(code) => code, (code) => `    ${code}`, (code) => `*${code}*`, (code) => `-----\n${code}\n-----`];

const linkAsText = (label, url, way) => (label === url ? url : WAYS[way % WAYS.length](label, url));

/** The mail as plain text: `way` chooses among the ways in which text parts write links and codes. */
export function writeText(lines, { code, href }, way, wrapAt = 0) {
  const written = lines.map((line) => {
    if (line.startsWith('= ')) return BOXES[way % BOXES.length](line.slice(2).replace('{code}', code));
    const text = line
      .replace(/^# |^\| /, '')
      .replaceAll(' | ', way % 2 === 0 ? '  ' : '\t')
      .replaceAll('{code}', () => code)
      .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_, label, target) => linkAsText(label, href(target), way));
    return wrapAt > 0 && !text.includes('://') ? wrap(text, wrapAt) : text;
  });
  return `${written.join(way % 3 === 1 ? '\n' : '\n\n')}\n`;
}

function wrap(text, width) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    if (lines[last] !== '' && lines[last].length + word.length >= width) lines.push(word);
    else lines[last] = lines[last] === '' ? word : `${lines[last]} ${word}`;
  }
  return lines.join('\n');
}
