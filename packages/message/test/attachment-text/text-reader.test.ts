import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { TEXT_READER_DEFAULTS, TextReader, type TextReaderOptions } from '../../src/attachment-text/text-reader.js';
import type { TextKind } from '../../src/attachment-text/text-kind.js';
import { docx, ENCRYPTED, pdf, zip } from './documents.js';

const OBEDIENT = new URL('./fixtures/obedient.worker.mjs', import.meta.url);
const readers: TextReader[] = [];

function start(options: Partial<TextReaderOptions> = {}): TextReader {
  const reader = new TextReader({ ...TEXT_READER_DEFAULTS, ...options });
  readers.push(reader);
  return reader;
}

afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close()));
});

const job = (kind: TextKind, content: Buffer | string, charset?: string) => ({
  kind,
  content: Buffer.from(content),
  charset,
});
const read = (kind: TextKind, content: Buffer | string, charset?: string) =>
  start().read('tnt', job(kind, content, charset));

describe('the text of a file', () => {
  it('is read of plain text in its charset, with line ends of one kind', async () => {
    expect(await read('plain', 'a,b\r\n1,2\r')).toEqual({ ok: true, text: 'a,b\n1,2\n' });
    expect(await read('plain', Buffer.from([0xe9]), 'iso-8859-1')).toEqual({ ok: true, text: 'é' });
    expect(await read('plain', Buffer.from('\ufeffgrüß', 'utf16le'), 'utf-8')).toEqual({ ok: true, text: 'grüß' });
    expect(await read('plain', Buffer.from([0xef, 0xbb, 0xbf, 0x61]))).toEqual({ ok: true, text: 'a' });
  });

  it('is what is to be seen of HTML', async () => {
    const html = '<meta charset="iso-8859-1"><h1>Caf\xe9</h1><p style="display:none">hidden</p><p>open</p>';
    expect(await read('html', Buffer.from(html, 'latin1'))).toEqual({ ok: true, text: 'Café\n\nopen' });
  });

  it('is read of every page of a PDF', async () => {
    const text = 'First line\nsecond line\n\nPage two';
    expect(await read('pdf', pdf(['First line\nsecond line', 'Page two']))).toEqual({ ok: true, text });
  });

  it('is read of the paragraphs of a Word document', async () => {
    expect(await read('docx', docx(['Hello', 'World']))).toEqual({ ok: true, text: 'Hello\n\nWorld\n\n' });
  });

  it('is read of a PDF of a thousand pages', async () => {
    const outcome = await read('pdf', pdf(Array.from({ length: 1_000 }, (_, i) => `page ${i}`)));
    expect(outcome.ok && outcome.text.endsWith('page 999')).toBe(true);
  });
});

describe('a file that can not be read', () => {
  it.each<[string, TextKind, () => Buffer, RegExp]>([
    ['an encrypted PDF', 'pdf', () => pdf(['x'], { trailer: ENCRYPTED }), /encrypted.*password/],
    ['no PDF at all', 'pdf', () => Buffer.from('hello'), /broken/],
    ['an empty PDF', 'pdf', () => Buffer.alloc(0), /broken/],
    ['half a PDF', 'pdf', () => pdf(['x']).subarray(0, 60), /broken/],
    ['a PDF of ten thousand pages', 'pdf', () => pdf(Array.from({ length: 10_000 }, () => 'x')), /10000 pages/],
    ['no archive', 'docx', () => Buffer.from('hello'), /broken/],
    ['an archive without a document', 'docx', () => zip([{ name: 'a', content: Buffer.from('b') }]), /broken/],
    ['half a document', 'docx', () => docx(['x']).subarray(0, 300), /broken/],
    ['noise', 'docx', () => randomBytes(10_000), /broken/],
    ['an encrypted document', 'docx', () => docx(['x'], { flags: 1 }), /encrypted/],
    ['a document in an OLE container', 'docx', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /encrypted/],
    [
      'a bomb',
      'docx',
      () => docx('x', { content: Buffer.alloc(200 * 1024 * 1024, 0x20), claimedSize: 10 }),
      /unpacks to more/,
    ],
    ['a document as deep as it is long', 'docx', () => docx('<w:p>'.repeat(100_000)), /broken|memory/],
  ])('gives a reason and no more: %s', async (_, kind, make, reason) => {
    const reader = start();
    expect(await reader.read('tnt', job(kind, make()))).toEqual({
      ok: false,
      unreadable: expect.stringMatching(reason),
    });
    expect(await reader.read('tnt', job('plain', 'next'))).toEqual({ ok: true, text: 'next' });
  });

  it('may be a PDF that unpacks to gigabytes', async () => {
    const once = deflateSync(Buffer.alloc(1024 * 1024 * 1024, 0x20), { level: 9 });
    const reader = start({ maxGrowthMb: 128 });
    const outcome = await reader.read('tnt', job('pdf', pdf(['x'], { stream: once })));
    expect(outcome).toEqual({ ok: false, unreadable: expect.stringMatching(/memory|broken|long/) });
    expect(await reader.read('tnt', job('pdf', pdf(['next'])))).toEqual({ ok: true, text: 'next' });
  });
});

describe('the readers', () => {
  it.each([
    ['hang', /too long/],
    ['throw', /broken/],
    ['exit', /broken/],
    ['hoard', /memory/],
    ['buffers', /memory/],
  ])('survive a file that makes its worker %s, and every other one is read', async (deed, reason) => {
    const timeoutMs = deed === 'hang' ? 1_000 : 20_000;
    const reader = start({ workerUrl: OBEDIENT, timeoutMs, maxHeapMb: 64, maxGrowthMb: 384 });
    const files = ['a', 'b', deed, 'c', 'd'];
    const outcomes = await Promise.all(files.map((file) => reader.read('tnt', job('plain', file))));
    expect(outcomes[2]).toEqual({ ok: false, unreadable: expect.stringMatching(reason) });
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(4);
  });

  it('take a bounded number of files, and say so to the next', async () => {
    const reader = start({ workerUrl: OBEDIENT, threads: 1, maxWaiting: 2 });
    const taken = ['wait', 'b', 'c'].map((file) => reader.read(`tnt_${file}`, job('plain', file)));
    expect(() => reader.read('tnt_d', job('plain', 'd'))).toThrow(expect.objectContaining({ code: 'unavailable' }));
    await reader.close();
    expect((await Promise.all(taken)).map(({ ok }) => ok)).toEqual([false, false, false]);
  });

  it('are not taken up by one tenant, however many files it has, nor do others wait behind all of those', async () => {
    const reader = start({ workerUrl: OBEDIENT, threads: 1, maxWaiting: 16 });
    const order: string[] = [];
    const read = (tenantId: string, file: string) =>
      reader.read(tenantId, job('plain', file)).then(() => order.push(file));
    const flood = Array.from({ length: 8 }, (_, index) => read('tnt_a', `a${index}`));
    const refused = expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 5 });
    for (let turn = 0; turn < 20; turn += 1) {
      expect(() => reader.read('tnt_a', job('plain', 'more'))).toThrow(refused);
    }
    await Promise.all([...flood, read('tnt_b', 'b')]);
    expect(order.indexOf('b')).toBeLessThanOrEqual(2);
    await read('tnt_a', 'a8');
    expect(order.at(-1)).toBe('a8');
  });

  it('do not blame a file where no worker can start', async () => {
    const reader = start({ workerUrl: new URL('./fixtures/no-such.worker.mjs', import.meta.url) });
    for (const file of ['a', 'b']) {
      await expect(reader.read('tnt', job('plain', file))).rejects.toMatchObject({ code: 'unavailable' });
    }
  });

  it('leave the bytes to the caller', async () => {
    const file = job('plain', 'mine');
    await start().read('tnt', file);
    expect(file.content.toString()).toBe('mine');
  });
});
