/** The tables of the Prisma schema: `model` by table. */
export function tablesOf(schema) {
  const found = schema.matchAll(/^model (\w+) \{$.*?^ {2}@@map\("(\w+)"\)$/gms);
  return new Map([...found].map(([, model, table]) => [table, { model }]));
}

/** What ARCHITECTURE.md says in its section "Who owns which table": the owner of each table, and by repository the tables of others that it uses. */
export function saidIn(architecture) {
  const [, section = ''] = /^## Who owns which table$(.*?)(?=^## |(?![\s\S]))/ms.exec(architecture) ?? [];
  const rows = section.split('\n').flatMap((line) => {
    if (!line.startsWith('|')) return [];
    return [line.split('|').slice(1, -1)];
  });
  const owners = new Map();
  const exceptions = new Map();
  for (const [name, ...cells] of rows) {
    if (cells.length === 1) for (const table of namesIn(cells[0])) owners.set(table, name.trim());
    const [repository] = namesIn(name);
    if (cells.length === 3 && repository) exceptions.set(repository, usesSaid(cells));
  }
  return { owners, exceptions };
}

function usesSaid([writes, reads]) {
  return new Map([
    ...namesIn(reads).map((name) => [name, 'reads']),
    ...namesIn(writes).map((name) => [name, 'writes']),
  ]);
}

const namesIn = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
