import { headerBlockLength } from './header-block.js';

const PRESENT = /^authentication-results[ \t]*:/im;
const FIELD = /^authentication-results[ \t]*:(.*(?:\r\n[ \t].*)*)(?:\r\n|$)/gim;

/**
 * Removes the `Authentication-Results` fields that claim to be ours, so that a reader may believe those that are left
 * (RFC 8601 §5). Gives the same Buffer back where there are none.
 */
export function withoutForgedResults(content: Buffer, authservId: string): Buffer {
  const block = content.latin1Slice(0, headerBlockLength(content));
  if (!PRESENT.test(block)) return content;
  const ours = authservId.toLowerCase();
  const kept: Buffer[] = [];
  let keptFrom = 0;
  for (const field of block.matchAll(FIELD)) {
    if (authservIdOf(field[1] ?? '').toLowerCase() !== ours) continue;
    kept.push(content.subarray(keptFrom, field.index));
    keptFrom = field.index + field[0].length;
  }
  if (keptFrom === 0) return content;
  kept.push(content.subarray(keptFrom));
  return Buffer.concat(kept);
}

/** The first token or quoted string behind comments and folding white space (RFC 8601 §2.2); "" where there is none. */
function authservIdOf(value: string): string {
  const start = skipComments(value);
  const quoted = /"((?:[^"\\]|\\[^])*)"/y;
  quoted.lastIndex = start;
  const content = quoted.exec(value)?.[1];
  if (content !== undefined) return content.replace(/\r\n/g, '').replace(/\\([^])/g, '$1');
  const token = /[^\s;()"]*/y;
  token.lastIndex = start;
  return token.exec(value)?.[0] ?? '';
}

/** Index behind white space and comments, nested ones and quoted pairs in them included. */
function skipComments(value: string): number {
  const piece = /[^()\\]+|\\[^]|[()\\]/y;
  const space = /\s*/y;
  let index = 0;
  for (let depth = 0; ; ) {
    if (depth === 0) {
      space.lastIndex = index;
      index += space.exec(value)?.[0].length ?? 0;
      if (value[index] !== '(') return index;
    }
    piece.lastIndex = index;
    const token = piece.exec(value)?.[0];
    if (token === undefined) return index;
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    index += token.length;
  }
}
