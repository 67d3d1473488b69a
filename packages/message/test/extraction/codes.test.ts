import { describe, expect, it } from '@jest/globals';
import { extract } from '../../src/extraction/extract.js';
import { bestCode } from '../../src/extraction/extractions.js';
import { readHtml } from '../../src/html/read-html.js';
import { judge, readSamples, TARGETS } from './score.mjs';

const { rows, totals, mistakes } = judge(extract, readHtml);

describe('the corpus', () => {
  it('has three hundred mails in at least twelve languages, with and without codes and links', () => {
    const samples = readSamples();
    expect(samples.length).toBeGreaterThanOrEqual(300);
    expect(new Set(samples.map(({ language }) => language)).size).toBeGreaterThanOrEqual(12);
    expect(samples.filter(({ codes }) => codes.length === 0).length).toBeGreaterThanOrEqual(100);
    expect(samples.filter(({ links }) => links && links.length > 0).length).toBeGreaterThanOrEqual(60);
  });
});

describe.each(totals)('$language', ({ codes, links }) => {
  it.each([
    ['codes', codes],
    ['links', links],
  ])('has %s with a recall of at least 95 % and a precision of at least 99 %', (_, { recall, precision }) => {
    const reached = { recall: (recall ?? 0) >= TARGETS.recall, precision: (precision ?? 0) >= TARGETS.precision };
    expect({ ...reached, mistakes }).toEqual({ recall: true, precision: true, mistakes: expect.any(Array) });
  });
});

describe('every language', () => {
  it.each(rows)('has most of its codes found, and none that is wrong: $language', ({ codes }) => {
    expect(codes.recall).toBeGreaterThanOrEqual(0.8);
    expect(codes.precision).toBeGreaterThanOrEqual(0.95);
  });
});

describe('the best code', () => {
  it('are not looked for in what an HTML text hides from its reader', () => {
    const html = '<p>Your code is <b>483920</b>.</p><p style="display:none">Your code is 111222.</p>';
    const { codes } = extract({ subject: '', plainText: '', html: readHtml(html), fromEmail: '' });
    expect(codes.map(({ value }) => value)).toEqual(['483920']);
  });

  it('is "" where there is none', () => {
    expect(bestCode(extract({ subject: 'hello', plainText: 'see you in 2026', html: null, fromEmail: '' }))).toBe('');
  });
});

describe('the number that a word names', () => {
  const codesOf = (plainText: string) =>
    extract({ subject: '', plainText, html: null, fromEmail: '' }).codes.map(({ value }) => value);

  it('is the nearest one, and not a card or a telephone beside it', () => {
    expect(codesOf('Card ending 4417. Verification code: 918830. Bank 800 123 456')).toEqual(['918830']);
  });

  it('may stand in a list of its kind', () => {
    const plainText = 'Keep these codes. Each signs you in once.\n\n4810 2934\n7712 0938\n9021 7745\n';
    const { codes } = extract({ subject: 'Recovery codes', plainText, html: null, fromEmail: '' });
    expect(codes.map(({ value }) => value)).toEqual(['48102934', '77120938', '90217745']);
  });

  it('is told with what speaks for it, in words', () => {
    const plainText = 'Hello,\nYour verification code is 918830. It expires in 10 minutes.';
    const [code] = extract({ subject: 'Sign in', plainText, html: null, fromEmail: '' }).codes;
    expect(code?.signals).toContain('a name for codes stands beside it');
    expect(code?.signals).toContain('the words around it are like those around codes');
  });

  it.each([
    'Emajõe Pank\n\nSisesta ühekordne kood: 447 903\n\nRegistrikood 14471882, KMKR EE104471882. Narva mnt 47, 10120 Tallinn. Tel 644 7188',
    'Código de confirmação: 447 903\n\nNIPC 504 471 882, Av. da Liberdade 47, 1250-096 Lisboa. Registo ERS 44718. Linha 707 447 188',
    '인증 코드: 447 903\n\n사업자등록번호 447-18-82207 | 통신판매업신고 2024-서울-04471 | 고객센터 1644-7188 | (우)06164 서울',
  ])('is none of those of an imprint: %s', (text) => {
    expect(codesOf(text)).toEqual(['447903']);
  });

  it.each([
    'Your code is 271828.',
    'Code: 271828',
    '271828 is your code',
    'Hello,\n\nYour code is 271828.\n\nThanks',
    'Ihr Code lautet 271828.',
    'Votre code est 271828.',
    'Tu código es 271828',
    'Twój kod to 271828',
    'Ваш код: 271828',
    '您的验证码是 271828',
    'رمزك هو 271828',
  ])('finds a code that is plainly said, whatever the subject says: %s', (plainText) => {
    for (const subject of ['', 'Awaited', 'Hello', 'Your code', 'Test 3']) {
      const { codes } = extract({ subject, plainText, html: null, fromEmail: '' });
      expect([subject, codes.map(({ value }) => value)]).toEqual([subject, ['271828']]);
    }
  });

  it('leaves the others without a name, however they stand', () => {
    expect(codesOf('Ref: KX-48812\n\nAB-4471-KX\n\nYour verification code is 918830.\n\n•••• 8820\n')).toEqual([
      '918830',
    ]);
  });

  it('is none where it opens a meeting, or is one of many kinds of codes', () => {
    expect(codesOf('Join the meeting.\nMeeting ID: 979 2517 5894\nPasscode: 794738')).toEqual([]);
    expect(codesOf('Your order is confirmed.\nProduct code 57343, branch code 7561, date code 2231.')).toEqual([]);
  });
});
