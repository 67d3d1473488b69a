import type { TextLine } from '../html/html-line.js';

const QUOTE = 62;
const BLANK = 32;

/** The lines of a plain text, with the marks of quoting (`>`, `> >`, `>>`) counted and removed. */
export function readTextLines(text: string): TextLine[] {
  return text.split('\n').map(readLine);
}

function readLine(line: string): TextLine {
  let depth = 0;
  let at = 0;
  for (let i = 0; i < line.length; i++) {
    const unit = line.charCodeAt(i);
    if (unit === QUOTE) {
      depth++;
      at = i + 1;
    } else if (unit !== BLANK || i - at > 1) break;
  }
  if (depth === 0) return { text: line, raw: line, depth, mark: null };
  return { text: line.slice(line.charCodeAt(at) === BLANK ? at + 1 : at), raw: line, depth, mark: null };
}

/** The text of some lines, without blank lines around it. */
export function writeLines(lines: readonly TextLine[]): string {
  let [start, end] = [0, lines.length];
  while (start < end && lines[start]?.raw.trim() === '') start++;
  while (start < end && lines[end - 1]?.raw.trim() === '') end--;
  return lines
    .slice(start, end)
    .map(({ raw }) => raw.trimEnd())
    .join('\n');
}

export function isBlank(line: TextLine | undefined): boolean {
  return line === undefined || line.text.trim() === '';
}
