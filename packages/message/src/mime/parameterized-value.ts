import libmime from 'libmime';
import { oneLine } from './header-text.js';

export type ParameterizedValue = {
  /** The token before the parameters, in lower case; "" if there is none. */
  readonly token: string;
  /** The decoded parameters by their names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
};

const MAX_CHARACTERS = 16 * 1024;
const NONE: ParameterizedValue = { token: '', parameters: new Map() };
const ONLY_TOKEN = /^[\w!#$%&'*+.^`{|}~/-]+$/;

/** Reads a Content-Type or Content-Disposition value (RFC 2045 §5.1, RFC 2231). */
export function parseParameterizedValue(value: string | undefined): ParameterizedValue {
  if (value === undefined) return NONE;
  if (ONLY_TOKEN.test(value)) return { token: value.toLowerCase(), parameters: NONE.parameters };
  const { value: token, params } = libmime.parseHeaderValue(value.slice(0, MAX_CHARACTERS));
  return {
    token: typeof token === 'string' ? withoutComments(token).trim().toLowerCase() : '',
    parameters: new Map(Object.entries(params).map(([name, content]) => [name, oneLine(content)])),
  };
}

/** A structured field may hold comments (RFC 2045 §5.1); parameters keep them, as names of files are written unquoted. */
function withoutComments(token: string): string {
  return token.includes('(') ? token.replace(/\([^()]*\)/g, '') : token;
}
