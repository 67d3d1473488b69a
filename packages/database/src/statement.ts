/** A hot-path SQL statement, prepared once per connection under its name. */
export type Statement = { readonly name: string; readonly text: string };

/** Names one SQL statement; the name must be unique in the process. */
export function statement(name: string, text: string): Statement {
  return { name, text };
}
