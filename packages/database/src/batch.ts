/**
 * SQL: the condition for the rows of the CTE `batch`, which has the `ctid` and the key of each; it must be materialized, or
 * lock its rows. Whatever the planner believes about the table, the batch is read once, and each row is looked up where it
 * lies. A condition `key in (select … limit …)` is read again for each row of a table that is thought to be nearly empty,
 * as it is when it was analysed while a large insert was under way. The key is compared as well: rows of different
 * partitions may have the same `ctid`.
 */
export function isOfBatch(batch: string, key: string): string {
  return `ctid = any (array(select ctid from ${batch})) and (${key}) in (select ${key} from ${batch})`;
}
