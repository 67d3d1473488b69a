/** They turn the order of letters round, so that a program is saved under a name that reads like that of a text. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** `attachment` with the file's name in ASCII and in RFC 5987's UTF-8 form. */
export function contentDisposition(given: string | null): string {
  const filename = (given ?? '').replace(TURNING, '');
  if (filename === '') return 'attachment';
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
