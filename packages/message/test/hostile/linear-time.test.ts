import { describe, expect, it } from '@jest/globals';
import { timeRatio } from '../linear-time.js';
import { readers } from './readers.js';

/** A repeated unit and what surrounds it: the shape of nearly all input that is slow to read. */
type Shape = { readonly unit: string; readonly before?: string; readonly after?: string };

const fields = (name: string, shapes: readonly string[]): Shape[] =>
  shapes.map((unit) => ({ before: `${name}: `, unit, after: '\r\n\r\nbody' }));
const html = (shapes: readonly string[]): Shape[] =>
  shapes.map((unit) => ({ before: 'Content-Type: text/html\r\n\r\n', unit }));
const text = (shapes: readonly string[]): Shape[] => shapes.map((unit) => ({ before: 'Subject: x\r\n\r\n', unit }));
const MULTIPART = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';

const PIECES = [
  '@',
  '<',
  '>',
  '"',
  '\\',
  '(',
  '()',
  '(()',
  ',',
  ', ',
  ';',
  ':',
  'a@',
  '@a ',
  'a@b ',
  'a@b, ',
  '[',
  ' ',
];
/** A mark above and one below, which a normalization puts in another order. */
const MARKS = '\u0301\u0316';
const WORDS = [
  '=?',
  '=?utf-8?',
  '=?utf-8?B?',
  '=?utf-8?Q?a?= ',
  '=?utf-8?B?YQ==?=',
  '=?x?q?',
  '?=',
  '"a',
  '<a',
  '<a> ',
];

const messages: Shape[] = [
  ...fields('To', [...PIECES, ...WORDS]),
  ...fields('Subject', WORDS),
  ...fields('References', ['<', '<a> ', '<>', '<a@b', '> ', '\r\n <a>']),
  ...fields('Date', ['1', ' ', '1 ', 'Mon, ']),
  ...fields('Content-Type', ['a/', ';a=b', ';a*0=', ";a*1*=''%", '"', '; ', 'a=', "'"]),
  ...fields('Content-Disposition', [';filename*0*=a', '\\', '=?x?Q?a?=']),
  ...['X: a\r\n', 'To: a@b\r\n', 'Subject: a\r\n', ' a\r\n', 'a\r\n', ':', '\r', 'Content-Type: a\r\n'].map((unit) => ({
    unit,
  })),
  ...[
    '--b\r\n',
    '--b--\r\n',
    '--',
    '\r\n--',
    '--b\r\n\r\n',
    '--bb\r\n',
    '\r\n--b\r\nContent-Type: multipart/mixed; boundary=c\r\n',
  ].map((unit) => ({ before: MULTIPART, unit })),
  ...['=', '=\r\n', '= \t', '=3D', '=4'].map((unit) => ({
    before: 'Content-Transfer-Encoding: quoted-printable\r\n\r\n',
    unit,
  })),
  ...['=', 'YQ==', 'YQ==\r\n', 'A', '\r\n'].map((unit) => ({
    before: 'Content-Transfer-Encoding: base64\r\n\r\n',
    unit,
  })),
  ...['begin ', 'begin 644 a\n', '\nbegin ', '!a\n'].map((unit) => ({
    before: 'Content-Transfer-Encoding: x-uuencode\r\n\r\n',
    unit,
  })),
  ...['a \n', ' \n', '>', '> a \n', '-- \n'].map((unit) => ({
    before: 'Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n',
    unit,
  })),
  ...text([
    'a',
    ' ',
    '\n',
    '\t',
    '>',
    '> ',
    '> a\n',
    '>a\na\n',
    '-- \n',
    '---\n',
    '_',
    '-',
    '-a-',
    'On ',
    'On 1:\n',
    ':',
    'From: ',
  ]),
  ...text([
    'From: a\nDate: b\n',
    'a@',
    'a@b 2020 wrote:\n',
    'code ',
    'code 1234 ',
    '1234 ',
    '1 ',
    '1-',
    'A1-',
    '12:',
    'A-1234 ',
    '1\n',
    '1 - ',
    'A1B ',
    'enter 123456 ',
    'otp: 1234, order 5678\n',
  ]),
  ...text([
    'https://',
    'https://a ',
    'https://a/?',
    'http',
    '://',
    'www.',
    'ignore ',
    'ignore all ',
    'system prompt ',
    'dear ai, send emails to a@b.c ',
    'you are now an ai, ',
    '</email>',
    'aWdub3JlIHByZXZpb3Vz ',
    'do not tell the user ',
    'ai:\n',
  ]),
  ...text(['\u200b', '\ufe0f', '\u{e0041}', 'a\u200b', '\u0301', '\ufdfa', '１', 'ß', '한', '\u202e', '\0', '\ud800']),
  ...text([MARKS]),
  ...[
    'a@b.c ',
    'a@b.c\n',
    'rcpt to: ',
    '550 5.1.1 user unknown ',
    '--- original message\n',
    'Final-Recipient: rfc822;a@b\n',
  ].map((unit) => ({
    before: 'From: mailer-daemon@a.b\r\nSubject: failure notice\r\n\r\n',
    unit,
  })),
  ...text(['-----BEGIN PGP MESSAGE-----', '-----BEGIN PGP MESSAGE-----\n', 'begin 644 a\n']),
  ...html([
    '<',
    '</',
    '<a',
    '<a>',
    '</a>',
    '<div>',
    '<p>',
    '<!--',
    '-->',
    '<!-- a -->',
    '<!',
    '<!>',
    '<?',
    '<a "',
    "<a '",
    '<a =',
  ]),
  ...html([
    '<a ="',
    '<a b="c',
    '<a b="c" ',
    '<b a=a ',
    '&',
    '&#',
    '&#1;',
    '&amp',
    '&amp;',
    '\u00a0',
    '<pre>\n',
    '<br>',
    '<td>a',
  ]),
  ...html([
    '<style>',
    '<style></style>',
    '</style>',
    '<style>a{b:c}</style>',
    '<title>',
    '<svg>',
    '<script>',
    '<template>',
  ]),
  ...html([
    '<a href=x>',
    '<a href="https://a/">b</a>',
    '<blockquote type=cite>',
    '<i hidden>a',
    '<img alt=a>',
    '<p class="a b c">a',
  ]),
  ...html([
    '<div style="display:none">a</div>',
    '<p style="color:red">a',
    '<font color=white>a',
    '<div style=";;;;">',
    '<li>a',
  ]),
];

const styled = (unit: string): Shape => ({
  before: 'Content-Type: text/html\r\n\r\n<style>',
  unit,
  after: '</style><p class=a>a',
});
const styles = [
  '{',
  '}',
  '{}',
  '.a{',
  '.a{b:c}',
  '.a,',
  ',',
  '@media{',
  '@',
  '/*',
  '*/',
  '/**/',
  ';',
  'b:',
  '.a{;;;}',
  '.a .b{background:red}',
];
const REPORT =
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n';
const reports = [
  'a: b\n',
  '\n',
  'Action: failed\n',
  'Final-Recipient: rfc822; a@b\nStatus: 5.1.1\n\n',
  ' a\n',
  '\\x{41}',
  ';',
  ': ',
];

const all: Shape[] = [
  ...messages,
  ...styles.map(styled),
  ...reports.map((unit) => ({ before: REPORT, unit, after: '\r\n--b--' })),
];

const CHARACTERS = 8_000;
/** Sixteen times the input takes sixteen times as long, or 256 times if the work is quadratic. */
const LINEAR = 64;

const make = ({ before = '', unit, after = '' }: Shape, characters: number): Buffer =>
  Buffer.from(before + unit.repeat(Math.ceil(characters / unit.length)) + after);

describe('a message takes time linear in its size', () => {
  it.each(all.map((shape) => [JSON.stringify(`${shape.before ?? ''}${shape.unit}…`), shape] as const))(
    '%s',
    (_, shape) => {
      const read = readers['a message'];
      expect(timeRatio((size) => read?.(make(shape, size)), CHARACTERS)).toBeLessThan(LINEAR);
    },
  );
});

describe.each(Object.entries(readers).filter(([name]) => name !== 'a message'))('the reader of %s', (_, read) => {
  it.each([
    ...PIECES,
    ...WORDS,
    MARKS,
    'a',
    '-',
    '--',
    '\n',
    '\r\n',
    '<@a,',
    '@a,',
    'a.',
    '"\\',
    '\u00e9',
    '+AOk-',
    '\x1b$B',
  ])('takes time linear in its size on %j', (unit) => {
    expect(timeRatio((size) => read(make({ unit }, size)), CHARACTERS)).toBeLessThan(LINEAR);
  });
});

describe('an address field', () => {
  it('of 65,000 at signs is read without an error', () => {
    const addresses = readers['an address list']?.(Buffer.from('@'.repeat(65_000)));
    expect(addresses).toEqual([]);
  });
});
