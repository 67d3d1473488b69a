import { parentPort } from 'node:worker_threads';
import { threadId, type JobReport } from '@mailroom/concurrency';
import { readHtml } from '../html/read-html.js';
import { decodeCharset, decodeHtml } from '../mime/charset.js';
import { storable } from '../mime/header-text.js';
import { withLineFeeds } from '../text/line-feeds.js';
import { UnreadableFileError, type TextOutcome, type TextRequest } from './text-job.js';

const HTML_LIMITS = { maxScanned: 32 * 1024 * 1024, maxCharacters: 32 * 1024 * 1024 };

/** Each library is loaded by the first file that needs it. */
async function read({ kind, content: bytes, charset }: TextRequest): Promise<string> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (kind) {
    case 'pdf':
      return (await import('./pdf-text.js')).pdfText(content);
    case 'docx':
      return (await import('./docx-text.js')).docxText(content);
    case 'html':
      return htmlText(content, charset);
    case 'plain':
      return plainText(content, charset);
  }
}

function htmlText(content: Buffer, charset: string | undefined): string {
  return readHtml(plainText(content, charset, decodeHtml), HTML_LIMITS)
    .lines.map(({ raw }) => raw)
    .join('\n');
}

/** A byte order mark means UTF-16, whatever the sender declares. */
function plainText(content: Buffer, charset: string | undefined, decode = decodeCharset): string {
  const mark = content.toString('latin1', 0, 2);
  if (mark === '\u00ff\u00fe') return decodeCharset(content, 'utf-16le').replace(/^\ufeff/, '');
  if (mark === '\u00fe\u00ff') return decodeCharset(content, 'utf-16be').replace(/^\ufeff/, '');
  return decode(content, charset);
}

async function outcomeOf(request: TextRequest): Promise<TextOutcome> {
  try {
    return { ok: true, text: withLineFeeds(storable(await read(request))) };
  } catch (error) {
    const unreadable = error instanceof UnreadableFileError ? error.message : 'The file is broken.';
    return { ok: false, unreadable };
  }
}

const report = (said: JobReport<TextOutcome>) => parentPort?.postMessage(said);

report({ started: threadId() });
parentPort?.on('message', (request: TextRequest) => {
  void outcomeOf(request).then((outcome) => report({ outcome }));
});
