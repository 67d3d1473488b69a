const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  hairsp: '\u200a',
  numsp: '\u2007',
  puncsp: '\u2008',
  zwnj: '\u200c',
  zwj: '\u200d',
  shy: '\u00ad',
  lrm: '\u200e',
  rlm: '\u200f',
  copy: '©',
  trade: '™',
  deg: '°',
  pound: '£',
  yen: '¥',
  sect: '§',
  rarr: '→',
  larr: '←',
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
  colon: ':',
  commat: '@',
  period: '.',
  sol: '/',
  lsqb: '[',
  rsqb: ']',
  vert: '|',
  lowbar: '_',
  newline: '\n',
  tab: '\t',
};
/** Letters of Latin 1, whose names begin with their base letter; their case matters. */
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
  caron: '\u030c',
};
const LETTERS: Readonly<Record<string, string>> = { szlig: 'ß', oslash: 'ø', Oslash: 'Ø', aelig: 'æ', AElig: 'Æ' };

/** Decodes the HTML references that occur in mail; unknown ones stay as they are. */
export function decodeCharacterReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return named(name) ?? whole;
    const codePoint = typeof hex === 'string' ? parseInt(hex, 16) : Number(decimal);
    const isCharacter = codePoint > 0 && codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);
    return isCharacter ? String.fromCodePoint(codePoint) : '';
  });
}

function named(name: string): string | undefined {
  const known = LETTERS[name] ?? NAMED_CHARACTERS[name.toLowerCase()];
  if (known !== undefined) return known;
  const accent = ACCENTS[name.slice(1).toLowerCase()];
  return accent === undefined ? undefined : `${name[0] ?? ''}${accent}`.normalize('NFC');
}
