import { expect, it } from '@jest/globals';
import { contentDisposition } from './content-disposition.js';

it('names a file in ASCII and in UTF-8', () => {
  expect(contentDisposition('plän "1".txt')).toBe(
    `attachment; filename="pl_n _1_.txt"; filename*=UTF-8''pl%C3%A4n%20%221%22.txt`,
  );
});

it('leaves out the marks that turn letters round, by which a program passes for a text', () => {
  const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
  expect(contentDisposition(`invoice${marks}fdp.exe`)).toBe(
    `attachment; filename="invoicefdp.exe"; filename*=UTF-8''invoicefdp.exe`,
  );
  expect(contentDisposition(marks)).toBe('attachment');
});
