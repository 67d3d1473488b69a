/** `attachment` with the file's name in ASCII and in RFC 5987's UTF-8 form. */
export function contentDisposition(filename: string | null): string {
  if (filename === null || filename === '') return 'attachment';
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
