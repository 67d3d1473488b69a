/** Greater than every text that begins with the prefix, byte by byte. */
export function prefixEnd(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}

/**
 * A condition that an index with `text_pattern_ops` answers for any value; of `like` with a parameter no plan that is made
 * once knows how the pattern begins. @param end the parameter for `prefixEnd`
 */
export function beginsWith(expression: string, prefix: string, end: string): string {
  return `(${expression} ~>=~ ${prefix} and ${expression} ~<~ ${end})`;
}
