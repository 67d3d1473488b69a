const REACH = 240;
const OPENING = /[“„«「『‹‚»]/;
const CLOSING = /["”»“」』›«]/;

/**
 * Whether a position stands in a quotation that ends in the same paragraph: whoever tells of an attack quotes it. What
 * is quoted asks for less than what is said.
 */
export function isInQuotation(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - REACH), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = text.slice(at, at + REACH);
  const end = rest.indexOf('\n');
  const behind = end === -1 ? rest : rest.slice(0, end);
  if (!CLOSING.test(behind)) return false;
  if (line.split('"').length % 2 === 0 && behind.includes('"')) return true;
  for (let i = line.length - 1; i >= 0; i--) {
    if (OPENING.test(line[i] ?? '')) return true;
    if (/[”」』›]/.test(line[i] ?? '')) return false;
  }
  return false;
}
