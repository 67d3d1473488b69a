/** A hot-path SQL statement, prepared once per connection under its name, unless it is planned each time. */
export type Statement = { readonly name: string; readonly text: string; readonly isPlannedAnew?: boolean };

/** Names one SQL statement; the name must be unique in the process. */
export function statement(name: string, text: string): Statement {
  return { name, text };
}

/**
 * Names a statement of upkeep, which goes through many rows now and then. It is planned each time, for the table as it is
 * by then: what was planned for a table that was nearly empty may take minutes for one that is not.
 */
export function upkeepStatement(name: string, text: string): Statement {
  return { name, text, isPlannedAnew: true };
}

/**
 * SQL for a value that the planner does not see, and so takes for any. Postgres makes a plan for each execution for as long
 * as such plans look cheaper than the one that serves every value; where it sees a limit of 1, or an array of two, they do,
 * and planning then costs as much as the statement.
 */
export const unseen = (value: string): string => `(select ${value})`;

/** SQL for any element of an array of which the planner does not see how long it is. */
export const anyUnseen = (array: string): string => `any (array(select unnest(${array})))`;
/** The same for all elements, such as those that something must differ from. */
export const allUnseen = (array: string): string => `all (array(select unnest(${array})))`;
