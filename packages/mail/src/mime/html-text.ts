/** Elements whose content no reader sees, and how their closing tag starts. */
const HIDDEN: ReadonlyMap<string, RegExp> = new Map(
  ['head', 'style', 'script', 'title', 'template', 'noscript'].map((name) => [name, new RegExp(`</${name}`, 'gi')]),
);

const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  zwnj: '',
  zwj: '',
  shy: '',
  copy: '©',
  reg: '®',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
  bull: '•',
  middot: '·',
  laquo: '«',
  raquo: '»',
};

/**
 * The first words of an HTML text, without layout and CSS: each text between tags, and `separator` (a space) between them.
 * Goes once through at most `maxScanned` characters and stops after `maxCharacters` of text.
 */
export function textOfHtml(
  html: string,
  limits: { readonly maxScanned: number; readonly maxCharacters: number; readonly separator?: string },
): string {
  const source = html.length > limits.maxScanned ? html.slice(0, limits.maxScanned) : html;
  const pieces: string[] = [];
  let length = 0;
  let at = 0;
  while (at < source.length && length < limits.maxCharacters) {
    const open = source.indexOf('<', at);
    const end = open === -1 ? source.length : open;
    const piece = decodeCharacterReferences(source.slice(at, end)).trim();
    if (piece !== '') {
      pieces.push(piece);
      length += piece.length + 1;
    }
    at = open === -1 ? source.length : behindTag(source, open);
  }
  return pieces.join(limits.separator ?? ' ');
}

/** @param open index of a `<`; one that starts no tag counts as a tag of one character */
function behindTag(source: string, open: number): number {
  if (source.startsWith('<!--', open)) return behind(source, '-->', open + 4);
  const name = /^<([a-z][a-z0-9]*)/i.exec(source.slice(open, open + 12))?.[1]?.toLowerCase();
  if (name === undefined && !/^<[/!?]/.test(source.slice(open, open + 2))) return open + 1;
  const tagEnd = behind(source, '>', open);
  const closing = name === undefined ? undefined : HIDDEN.get(name);
  if (closing === undefined) return tagEnd;
  closing.lastIndex = tagEnd;
  return closing.test(source) ? behind(source, '>', closing.lastIndex) : source.length;
}

/** Behind the next `needle`, or behind the whole source: what is never closed hides the rest. */
function behind(source: string, needle: string, from: number): number {
  const found = source.indexOf(needle, from);
  return found === -1 ? source.length : found + needle.length;
}

function decodeCharacterReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return NAMED_CHARACTERS[name.toLowerCase()] ?? whole;
    const codePoint = typeof hex === 'string' ? parseInt(hex, 16) : Number(decimal);
    return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
  });
}
