import { headerBlockLength } from './header-block.js';

const FIELD_NAME = /^authentication-results[ \t]*:/gim;

/**
 * Removes the `Authentication-Results` fields that claim to be ours, so that a reader may believe those that remain
 * (RFC 8601 §5). Returns the same Buffer if there are none.
 */
export function withoutForgedResults(content: Buffer, authservId: string): Buffer {
  const block = content.toString('latin1', 0, headerBlockLength(content));
  const ours = authservId.toLowerCase();
  const kept: Buffer[] = [];
  let keptFrom = 0;
  for (const name of block.matchAll(FIELD_NAME)) {
    const valueStart = name.index + name[0].length;
    const end = fieldEnd(block, valueStart);
    if (authservIdOf(block.slice(valueStart, end)).toLowerCase() !== ours) continue;
    kept.push(content.subarray(keptFrom, name.index));
    keptFrom = end;
  }
  if (kept.length === 0) return content;
  kept.push(content.subarray(keptFrom));
  return Buffer.concat(kept);
}

/** Returns the index after the CRLF of a field and its continuation lines. */
function fieldEnd(block: string, from: number): number {
  let end = from;
  do {
    const lineEnd = block.indexOf('\r\n', end);
    if (lineEnd === -1) return block.length;
    end = lineEnd + 2;
  } while (block[end] === ' ' || block[end] === '\t');
  return end;
}

/** Returns the first token or quoted string after comments and folding white space (RFC 8601 §2.2), or "". */
function authservIdOf(value: string): string {
  const start = skipComments(value);
  // The length is bounded: none of our names is longer, and a field may be as long as a message.
  const quoted = /"((?:[^"\\]|\\[^]){0,1000})"/y;
  quoted.lastIndex = start;
  const content = quoted.exec(value)?.[1];
  if (content !== undefined) return content.replace(/\r\n/g, '').replace(/\\([^])/g, '$1');
  const token = /[^\s;()"]*/y;
  token.lastIndex = start;
  return token.exec(value)?.[0] ?? '';
}

/** Returns the index after white space and comments, including nested comments and quoted pairs in them. */
function skipComments(value: string): number {
  const space = /\s*/y;
  const piece = /[^()\\]+|\\[^]|[()\\]/y;
  let index = 0;
  for (let depth = 0; ;) {
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
