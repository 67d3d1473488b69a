/**
 * Finds the packages of a lockfile that must not be installed. An entry of `knownBad` is bad in the versions from
 * `from` (inclusive) to `below` (exclusive), either of which may be missing, except at the paths in `except`.
 */
export function problemsOfLock({ packages }, knownBad) {
  const installed = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => ({ path, name: path.slice(path.lastIndexOf('node_modules/') + 13), ...entry }));
  const bad = installed.flatMap(({ path, name, version }) =>
    knownBad
      .filter((entry) => entry.package === name && !entry.except?.includes(path) && isWithin(version, entry))
      .map(({ why }) => `${path} is ${version}: ${why}`),
  );
  const unchecked = installed.filter(({ integrity, inBundle }) => !integrity && !inBundle);
  const elsewhere = installed.filter(({ resolved = '' }) => !/^(https:.*\.tgz)?$/.test(resolved));
  return [
    ...bad,
    ...unchecked.map(({ path }) => `${path} has no hash.`),
    ...elsewhere.map(({ path, resolved }) => `${path} comes from ${resolved}.`),
    ...manifestsOf(packages).flatMap(([path, manifest]) => unpinned(path, manifest)),
  ];
}

/** Our own packages, which are in the repository. */
const manifestsOf = (packages) => Object.entries(packages).filter(([path]) => !path.includes('node_modules/'));

function unpinned(path, { dependencies = {}, devDependencies = {} }) {
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name, range]) => !name.startsWith('@mailroom/') && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))
    .map(([name, range]) => `${path || 'package.json'} wants ${name} ${range}: pin one version.`);
}

function isWithin(version, { from = '0.0.0', below }) {
  return compare(version, from) >= 0 && (below === undefined || compare(version, below) < 0);
}

/** Compares the three numbers; a prerelease counts as older than its release. */
function compare(one, other) {
  const [a, b] = [one, other].map((text) => [
    ...text.split(/[-+]/, 1)[0].split('.').map(Number),
    text.includes('-') ? 0 : 1,
  ]);
  for (const [index, number] of a.entries()) if (number !== b[index]) return number - b[index];
  return 0;
}
