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
  const lines: string[] = [];
  let paragraph = '';
  let depth = -1;
  let flows = false;
  for (const line of text.split('\n')) {
    const lineDepth = depthOf(line);
    const content = withoutStuffing(line.slice(lineDepth));
    const isSeparator = content === SIGNATURE_SEPARATOR;
    const joins = flows && lineDepth === depth && !isSeparator;
    flows = content.endsWith(' ') && !isSeparator;
    const piece = flows && deletesSpace ? content.slice(0, -1) : content;
    if (joins) {
      paragraph += piece;
      continue;
    }
    if (depth !== -1) lines.push(quoted(paragraph, depth));
    paragraph = piece;
    depth = lineDepth;
  }
  lines.push(quoted(paragraph, depth));
  return lines.join('\n');
}

function depthOf(line: string): number {
  let depth = 0;
  while (line[depth] === QUOTE_MARK) depth += 1;
  return depth;
}

function withoutStuffing(content: string): string {
  return content.startsWith(' ') ? content.slice(1) : content;
}

function quoted(paragraph: string, depth: number): string {
  if (depth === 0) return paragraph;
  return paragraph === '' ? QUOTE_MARK.repeat(depth) : `${QUOTE_MARK.repeat(depth)} ${paragraph}`;
}
