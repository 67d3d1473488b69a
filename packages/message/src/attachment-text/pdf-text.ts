import { getDocumentProxy } from 'unpdf';
import { UnreadableFileError } from './text-job.js';

const MAX_PAGES = 5_000;
/** The limit for all pages: more than anybody writes, and less than a worker can hold. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** The text of all pages, in the order of the file, with a blank line between pages. @throws UnreadableFileError */
export async function pdfText(content: Buffer): Promise<string> {
  const pdf = await openPdf(content);
  if (pdf.numPages > MAX_PAGES) {
    throw new UnreadableFileError(`The PDF has ${pdf.numPages} pages; text is read of at most ${MAX_PAGES}.`);
  }
  const pages: string[] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    page.cleanup();
    pages.push(text.trimEnd());
    characters += text.length;
    if (characters > MAX_CHARACTERS) throw new UnreadableFileError('The PDF holds more text than can be read.');
  }
  return pages.join('\n\n');
}

async function openPdf(content: Buffer) {
  try {
    // Text needs no fonts; evaluation is off by default and must stay off.
    return await getDocumentProxy(new Uint8Array(content), {
      isEvalSupported: false,
      disableFontFace: true,
      verbosity: 0,
    });
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    if (name === 'PasswordException') {
      throw new UnreadableFileError('The PDF is encrypted: its text needs a password.', { cause });
    }
    throw new UnreadableFileError('The file is broken: it can not be read as PDF.', { cause });
  }
}
