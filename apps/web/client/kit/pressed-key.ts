/**
 * The key that somebody means. A keyboard of another script has its own letter where ours is printed beside it: there the
 * place counts, as it does for the keys of every browser.
 */
export function pressedKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  if (place === undefined || key.length !== 1 || key.charCodeAt(0) < 128) return key;
  return key === key.toLowerCase() ? place.toLowerCase() : place;
}
