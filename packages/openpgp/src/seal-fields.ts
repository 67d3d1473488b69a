/** What stays readable of a sealed mail, besides what we write: by it mail is listed, sorted into threads and found. */
const OUTSIDE = new Set(['from', 'to', 'cc', 'reply-to', 'date', 'subject', 'message-id', 'in-reply-to', 'references']);

/** Where a header ends, or as far as one is looked at. */
const MAX_HEADER_BYTES = 256 * 1024;
/** A field that would go beyond this stays inside. */
const MAX_OUTER_BYTES = 64 * 1024;

/**
 * The fields that stay outside, as they were written, each once. Nothing else of the mail is in them: a line that is no
 * field ends the header, as it does for whoever parses it, and what stands after it is body.
 */
export function outerFields(raw: Uint8Array): Buffer {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, MAX_HEADER_BYTES));
  // A mail may end with its header.
  const end = bytes.length === raw.byteLength ? '\r\n\r\n' : '';
  const found = new Map<string, string>();
  let size = 0;
  for (const field of fieldsOf(`${bytes.toString('latin1')}${end}`)) {
    const name = field.slice(0, field.indexOf(':')).trimEnd().toLowerCase();
    if (!OUTSIDE.has(name) || found.has(name) || size + field.length > MAX_OUTER_BYTES) continue;
    size += field.length;
    found.set(name, field);
  }
  return Buffer.from([...found.values()].join(''), 'latin1');
}

/** Whole fields, folded lines included, each with CRLF at its end. One that is cut off by our limit is left out. */
function* fieldsOf(head: string): Generator<string> {
  let field = '';
  for (const text of linesOf(head)) {
    const isFolded = /^[ \t]/.test(text);
    // A folded line of blanks alone ends the header for some readers.
    if (isFolded && text.trim() === '') continue;
    if (isFolded && field !== '') {
      field += `${text}\r\n`;
      continue;
    }
    if (field !== '') yield field;
    if (!/^[!-9;-~]+[ \t]*:/.test(text)) return;
    field = `${text}\r\n`;
  }
}

/** Lines that have an end. A lone CR ends a line for some readers: with it, a value could begin a field of its own. */
function* linesOf(head: string): Generator<string> {
  let start = 0;
  for (let end = head.indexOf('\n'); end !== -1; end = head.indexOf('\n', start)) {
    const line = head.slice(start, head[end - 1] === '\r' ? Math.max(start, end - 1) : end);
    yield line.replaceAll(/[\r\0]/g, ' ');
    start = end + 1;
  }
}
