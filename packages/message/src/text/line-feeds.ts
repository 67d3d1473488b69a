import { editedInPieces } from './edited-in-pieces.js';

/** Returns a text with LF line ends where it has CRLF or CR. */
export function withLineFeeds(text: string): string {
  if (!text.includes('\r')) return text;
  return editedInPieces(text, (piece) => {
    const edited = piece.split('\r\n').join('\n');
    return edited.includes('\r') ? edited.split('\r').join('\n') : edited;
  });
}
