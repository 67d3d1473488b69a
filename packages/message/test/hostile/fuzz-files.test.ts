import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TEXT_READER_DEFAULTS, TextReader } from '../../src/attachment-text/text-reader.js';
import { UnreadableFileError } from '../../src/attachment-text/text-job.js';
import { ZipArchive } from '../../src/attachment-text/zip-archive.js';
import { docx, pdf, zip } from '../attachment-text/documents.js';

const MAX_UNPACKED = 1024 * 1024;
const NAMES = ['a', 'b/c', 'word/document.xml'];
const archive = zip(NAMES.map((name) => ({ name, content: Buffer.from(`${name} `.repeat(50)) })));
const documents = {
  docx: docx(['Hello', 'World <w:br/> again']),
  pdf: pdf(['First line\nsecond line', 'Page two']),
};

type Edit = { readonly at: number; readonly bytes: Uint8Array; readonly cut: number };
const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    bytes: fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.constant(Uint8Array.of(0xff, 0xff, 0xff, 0xff))),
    cut: fc.nat(6),
  }),
  { minLength: 1, maxLength: 5 },
);

function damaged(file: Buffer, all: readonly Edit[]): Buffer {
  return all.reduce((bytes, { at, bytes: put, cut }) => {
    const from = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + cut)]);
  }, file);
}

/** The bytes of every file that can be unpacked; null if the archive as a whole can't be read. */
function unpack(bytes: Buffer): number | null {
  try {
    const opened = new ZipArchive(bytes, MAX_UNPACKED);
    return NAMES.filter((name) => opened.has(name)).reduce((sum, name) => sum + opened.read(name).length, 0);
  } catch (error) {
    if (error instanceof UnreadableFileError) return null;
    throw error;
  }
}

describe('the reader of a ZIP archive', () => {
  it('unpacks within its bound or says that the file is unreadable, whatever the bytes', () => {
    expect(unpack(archive)).toBeGreaterThan(0);
    fc.assert(
      fc.property(
        fc.oneof(
          edits.map((all) => damaged(archive, all)),
          fc.uint8Array({ maxLength: 200 }),
        ),
        (bytes) => {
          expect(unpack(Buffer.from(bytes)) ?? 0).toBeLessThanOrEqual(MAX_UNPACKED);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe.each(['docx', 'pdf'] as const)('the reader of a %s', (kind) => {
  let reader: TextReader;
  beforeAll(() => {
    reader = new TextReader(TEXT_READER_DEFAULTS);
  });
  afterAll(() => reader.close());

  it('gives text, or one line that says why not, of a file that was damaged', async () => {
    const property = fc.asyncProperty(edits, async (all) => {
      const outcome = await reader.read('tnt', { kind, content: damaged(documents[kind], all), charset: undefined });
      if (!outcome.ok) expect(outcome.unreadable).toMatch(/^The [^\n]+\.$/);
    });
    await fc.assert(property, { numRuns: 100 });
  }, 120_000);
});
