/** libmime 5.4.6 ships no types; these are the functions that we call. */
declare module 'libmime' {
  const libmime: {
    /** Decodes the encoded words of RFC 2047 wherever they occur. */
    decodeWords(text: string): string;
    /** Splits a structured value and its parameters; RFC 2231 continuations are assembled and decoded. */
    parseHeaderValue(text: string): { value: string | false; params: Record<string, string> };
    /** The usual name of a charset: `win-1257` is windows-1257. */
    normalizeCharset(charset: string): string;
  };
  export default libmime;
}
