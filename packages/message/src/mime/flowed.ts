import { PiecewiseText } from '../text/piecewise-text.js';

/** What RFC 3676 §4.3 says of a signature's separator: it is a line of its own, although it ends with a blank. */
const SIGNATURE_SEPARATOR = '-- ';
const QUOTE_MARK = '>';

/**
 * Joins the lines of a text that is `format=flowed` (RFC 3676 §4.2), and takes away the blanks that its sender stuffed
 * in (§4.4). Only lines of the same depth of quotation flow into each other (§4.5): what somebody wrote below a quotation
 * never becomes a part of it, and no quote mark ends up in mid-paragraph.
 *
 * @param text with LF line ends
 * @param deletesSpace whether the blank of a soft break goes as well (DelSp)
 */
export function decodeFlowed(text: string, deletesSpace: boolean): string {
  const written = new PiecewiseText();
  let depth = -1;
  let flows = false;
  let isEmpty = true;
  for (const line of linesOf(text)) {
    const lineDepth = depthOf(line);
    const content = withoutStuffing(line.slice(lineDepth));
    const isSeparator = content === SIGNATURE_SEPARATOR;
    if (!flows || lineDepth !== depth || isSeparator) {
      if (depth !== -1) written.add('\n');
      written.add(QUOTE_MARK.repeat(lineDepth));
      isEmpty = true;
    }
    depth = lineDepth;
    flows = content.endsWith(' ') && !isSeparator;
    const piece = flows && deletesSpace ? content.slice(0, -1) : content;
    if (isEmpty && piece !== '' && depth > 0) written.add(' ');
    written.add(piece);
    isEmpty &&= piece === '';
  }
  return written.toString();
}

function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    yield text.slice(start, end);
    start = end + 1;
  }
  yield text.slice(start);
}

function depthOf(line: string): number {
  let depth = 0;
  while (line[depth] === QUOTE_MARK) depth += 1;
  return depth;
}

function withoutStuffing(content: string): string {
  return content.startsWith(' ') ? content.slice(1) : content;
}
