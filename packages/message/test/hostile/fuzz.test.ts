import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { readers } from './readers.js';

const RUNS = 150;
const corpus = fileURLToPath(new URL('../corpus', import.meta.url));
const mails = readdirSync(corpus, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.eml'))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name)));

/** Pieces that mean something to one reader or another. */
const PIECES = [
  ...['@', '<', '>', '"', '\\', '(', ')', ',', ';', ':', '[', ']', '&', '=', '\0', '\r\n', '\n', '\n\n', '\t ', '> '],
  ...['=?utf-8?B?', '=?x?Q?=', '?=', '--', '\n--b', '\n--b--', 'boundary=b', "filename*0*=utf-8''%", 'begin 644 x\n'],
  ...['Content-Type: multipart/mixed; boundary=', 'Content-Type: text/html\n\n', 'message/delivery-status', '\ufeff'],
  ...['<style>', '</style', '<!--', '-->', '<div style="', 'class="', '{', '}', '@media', '/*', '&#x110000;', '<p'],
  ...['On 1.1.2020 a@b wrote:', '-----Original Message-----', '-- \n', 'code: 123456', 'https://', '\ud800', '\u202e'],
].map((text) => Buffer.from(text));

const piece = fc.constantFrom(...PIECES);
const bytes = fc
  .array(fc.oneof({ weight: 3, arbitrary: piece }, fc.uint8Array({ maxLength: 40 })), { maxLength: 60 })
  .map((all) => Buffer.concat(all));

type Edit = { readonly at: number; readonly cut: number; readonly put: Uint8Array; readonly times: number };
const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(200),
  put: fc.oneof(piece, fc.uint8Array({ maxLength: 8 })),
  times: fc.oneof(fc.constant(1), fc.nat(50)),
});
const mutated = fc
  .tuple(fc.constantFrom(...mails), fc.array(edit, { minLength: 1, maxLength: 6 }))
  .map(([mail, edits]) => edits.reduce(apply, mail));

function apply(mail: Buffer, { at, cut, put, times }: Edit): Buffer {
  const from = Math.floor(at * mail.length);
  const repeated = Array.from({ length: times }, () => put);
  return Buffer.concat([mail.subarray(0, from), ...repeated, mail.subarray(from + cut)]);
}

describe.each(Object.entries(readers))('the reader of %s', (_, read) => {
  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(bytes, (input) => void read(input)),
      { numRuns: RUNS },
    );
  });

  it('never throws on a real mail that was damaged', () => {
    fc.assert(
      fc.property(mutated, (input) => void read(input)),
      { numRuns: RUNS },
    );
  });
});
