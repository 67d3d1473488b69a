import ts from 'typescript';

/** Calls that run SQL or name it. */
const RUNS_SQL = /^(statement|\$(query|execute)Raw(Unsafe)?)$/;
/** A query of a WITH hides the table whose name it has from whoever reads. */
const NAMED_QUERY = /\b(\w+) as (?:materialized )?\(/g;
/** Methods by which Prisma only reads. */
const PRISMA_READS = /^(find|count|aggregate|groupBy)/;

/**
 * Finds what a source does with which tables: `uses` holds `reads` or `writes` by table (writing counts more), and
 * `hasSql` says whether there is any SQL, also such as names no table.
 */
export function usesOf(source, tables) {
  const uses = new Map();
  let hasSql = false;
  const use = (table, how) => {
    hasSql = true;
    if (uses.get(table) !== 'writes') uses.set(table, how);
  };
  const models = new Map([...tables].map(([table, { model }]) => [lowerFirst(model), table]));
  const inSql = sqlPattern([...tables.keys()]);

  const visit = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = node.getText();
      const hidden = new Set([...text.matchAll(NAMED_QUERY)].map(([, name]) => name));
      for (const [, verb, beside, listed] of text.matchAll(inSql)) {
        const table = beside ?? listed;
        if (isWrite(verb)) use(table, 'writes');
        else if (!hidden.has(table)) use(table, 'reads');
      }
    }
    // What `RowTrimmer` and `resealSecrets` are told makes SQL that writes.
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'table' && ts.isStringLiteral(node.initializer)) {
      if (tables.has(node.initializer.text)) use(node.initializer.text, 'writes');
    }
    if (ts.isPropertyAccessExpression(node)) {
      const table = isPrisma(node.expression) ? models.get(node.name.text) : undefined;
      const method = ts.isPropertyAccessExpression(node.parent) ? node.parent.name.text : '';
      if (table !== undefined) use(table, PRISMA_READS.test(method) ? 'reads' : 'writes');
    }
    if (ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node)) {
      const called = ts.isCallExpression(node) ? node.expression : node.tag;
      const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
      if (RUNS_SQL.test(name)) hasSql = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return { uses, hasSql };
}

/** A table's name where SQL expects one; behind a comma only with an alias, since columns have such names as well. */
function sqlPattern(tables) {
  const verbs = 'insert into|delete from|update|truncate|from|join|using';
  const anyTable = tables.join('|');
  return new RegExp(`\\b(${verbs})\\s+(${anyTable})\\b|,\\s*(${anyTable})\\s+[a-z]{1,2}\\b(?!\\s*\\()`, 'g');
}

const isWrite = (verb) => /^(insert|delete|update|truncate)/.test(verb ?? '');
const isPrisma = (node) => ts.isIdentifier(node) && /^(client|tx)$/.test(node.text);
const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1);
