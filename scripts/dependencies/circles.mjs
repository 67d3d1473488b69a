import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const imported = /\b(?:from|import)\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/g;

/**
 * Finds files that import each other, directly or through others, be it for types only: each line names one way around.
 * Circles between packages are impossible, since lint says which may import which.
 */
export function problemsOfCircles(root, folders = ['apps', 'packages', 'benchmarks', 'faults', 'scripts']) {
  const files = folders.flatMap((folder) => sourcesIn(root, folder));
  const imports = new Map(files.map((file) => [file, importsOf(root, file)]));
  const problems = [];
  const done = new Set();
  const visit = (file, way) => {
    const at = way.indexOf(file);
    if (at !== -1) problems.push(`${[...way.slice(at), file].join(' → ')}: a circle of imports.`);
    if (at !== -1 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return problems;
}

function sourcesIn(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|mjs)$/.test(path) && !/(^|\/)(dist|node_modules|generated)\//.test(path))
    .map((path) => `${folder}/${path}`);
}

/** What a file imports by its path; a source names the built file of another source. */
function importsOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  const paths = [...text.matchAll(imported)].map(([, written, loaded]) =>
    normalize(join(dirname(file), written ?? loaded)),
  );
  return paths.map((path) => path.replace(/\.js$/, '.ts'));
}
