const PIECE_UNITS = 64 * 1024;

/**
 * Edits a text piece by piece, so that one that is nothing but what is to be edited doesn't take all memory: for that the
 * edit splits and joins, since what `replace` returns keeps a string for each match. A pair of CR and LF, or of
 * surrogates, stays together.
 */
export function editedInPieces(text: string, edit: (piece: string) => string): string {
  if (text.length <= PIECE_UNITS) return edit(text);
  const pieces: string[] = [];
  for (let start = 0, end: number; start < text.length; start = end) {
    end = start + PIECE_UNITS;
    if (isSecondOfPair(text.charCodeAt(end))) end += 1;
    pieces.push(edit(text.slice(start, end)));
  }
  return pieces.join('');
}

function isSecondOfPair(unit: number): boolean {
  return unit === 10 || (unit >= 0xdc00 && unit <= 0xdfff);
}
