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

/** A part of an index, from its end back to where a page begins. */
export type Walk = { readonly where: string; readonly order: string };

/**
 * SQL that walks the rows of one value of `leads`, the first columns of an index whose last one is `id`, back from `before`.
 * Said as plain equality, the planner may walk the primary key past everybody else's rows instead: it knows averages
 * alone, and a tenant with nothing is no average.
 */
export function walkBack(leads: Readonly<Record<string, string>>, id: string, before: string): Walk {
  const [columns, values] = [Object.keys(leads), Object.values(leads)];
  return {
    where: `(${[...columns, id].join()}) < (${[...values, before].join()}) and (${columns.join()}) >= (${values.join()})`,
    order: [...columns, id].map((column) => `${column} desc`).join(),
  };
}
