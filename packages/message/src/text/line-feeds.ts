/** Longer texts are read in pieces, so that the lines of one that is nothing but line ends don't take all memory. */
const PIECE_UNITS = 1024 * 1024;

/**
 * Returns a text with LF line ends where it has CRLF or CR. Split and joined it is one string again: `replace` leaves a
 * piece for each line, to be put together later.
 */
export function withLineFeeds(text: string): string {
  if (!text.includes('\r')) return text;
  const pieces: string[] = [];
  for (let start = 0, end: number; start < text.length; start = end) {
    end = start + PIECE_UNITS;
    // A CR stays together with its LF.
    if (text[end] === '\n') end += 1;
    const piece = text.slice(start, end).split('\r\n').join('\n');
    pieces.push(piece.includes('\r') ? piece.split('\r').join('\n') : piece);
  }
  return pieces.join('');
}
