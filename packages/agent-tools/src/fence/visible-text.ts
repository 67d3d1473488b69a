/**
 * Characters that carry text nobody sees or turn its order round: tags (which spell ASCII invisibly), zero-width spaces
 * and joiners of words, marks and overrides of direction, and the control characters of terminals. Joiners that emoji and
 * scripts are written with stay.
 */
const invisible =
  /[\u{e0000}-\u{e007f}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;

/** The text without what cannot be seen. */
export function visibleText(text: string): string {
  return text.replace(invisible, '');
}

/** How many invisible characters a text has. */
export function invisibleCount(text: string): number {
  return text.match(invisible)?.length ?? 0;
}
