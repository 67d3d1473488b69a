import { saidIn, tablesOf } from './table-owners.mjs';
import { usesOf } from './table-uses.mjs';

/** Whose SQL is of another kind: the machinery beneath the tables, and the operator's tools, which see a whole database. */
const OUTSIDE = /^packages\/(database|embedded-postgres|testing)\/|^apps\/standalone\/src\/(backup|ops)\/|\.test\.ts$/;

/**
 * Holds that SQL stands in repositories, and that each touches only the tables of its own package and those that
 * ARCHITECTURE.md allows it. `files` are pairs of a path and its text. Returns the problems.
 */
export function tableProblems({ schema, architecture, files }) {
  const tables = tablesOf(schema);
  const { owners, exceptions } = saidIn(architecture);
  const problems = ownerProblems(tables, owners);
  const unused = new Map([...exceptions].map(([repository, allowed]) => [repository, new Set(allowed.keys())]));
  for (const [path, text] of files) {
    if (OUTSIDE.test(path)) continue;
    const { uses, hasSql } = usesOf(text, tables);
    if (!hasSql) continue;
    if (!path.endsWith('.repository.ts')) problems.push(`${path}: SQL belongs in a *.repository.ts.`);
    const [, name, , ...inside] = path.split('/');
    const repository = `${name}/${inside.join('/')}`;
    for (const [table, how] of uses) {
      if (owners.get(table) === name) continue;
      const allowed = exceptions.get(repository)?.get(table);
      unused.get(repository)?.delete(table);
      if (allowed === how) continue;
      problems.push(`${path} ${how} ${table}, which belongs to ${owners.get(table)}: ARCHITECTURE.md does not say so.`);
    }
  }
  for (const [repository, left] of unused) {
    for (const table of left) problems.push(`ARCHITECTURE.md: ${repository} does not use ${table} any more.`);
  }
  return problems;
}

function ownerProblems(tables, owners) {
  return [
    ...[...tables.keys()]
      .filter((table) => !owners.has(table))
      .map((table) => `ARCHITECTURE.md: nobody owns ${table}.`),
    ...[...owners.keys()]
      .filter((table) => !tables.has(table))
      .map((table) => `ARCHITECTURE.md: there is no table ${table}.`),
  ];
}
