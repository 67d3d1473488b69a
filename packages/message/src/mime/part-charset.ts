import { HeaderBlock } from './header-block.js';
import { readPartHeader } from './part.js';

/** How far before a part's body we look for its header. */
const WINDOW_BYTES = 8 * 1024;

/** The charset that a part's header names; the header ends where its body begins. */
export function charsetOfPart(raw: Buffer, bodyStart: number, mimeType: string): string | undefined {
  const start = Math.max(0, bodyStart - WINDOW_BYTES);
  const before = raw.toString('latin1', start, bodyStart).trimEnd();
  const blank = Math.max(before.lastIndexOf('\n\n'), before.lastIndexOf('\n\r\n'));
  // The header begins after a blank line, or after the boundary that directly follows another part's text.
  const boundary = before.lastIndexOf('\n--');
  const header = new HeaderBlock(raw, start + Math.max(blank, boundary, -1) + 1, bodyStart);
  const found = readPartHeader(header, null);
  return found.mimeType === mimeType ? found.parameters.get('charset') : undefined;
}
