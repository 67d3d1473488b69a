import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { kustomize } from './kustomize.mjs';
import { difference, fromYaml, merged, render, toYaml } from './render.mjs';
import { plain, templatesOf } from './templates.mjs';
import { comments, schemaOf, valuesOf } from './values.mjs';

export const CHART = 'helm/mailroom';
const GENERATED = '# Made from k8s/ by: node scripts/helm-chart.mjs --write\n';
/** The folders from which the files with values come. */
const sources = {
  'values.yaml': 'k8s/base',
  'values-small.yaml': 'k8s/overlays/small',
  'values-production.yaml': 'k8s/overlays/production',
};

/** The files of the chart that the manifests of a root amount to. */
export function chartOf(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const values = allValues(root, version);
  const base = values['values.yaml'];
  const files = {
    'Chart.yaml': GENERATED + toYaml(chartFile(version)),
    'values.schema.json': `${JSON.stringify(schemaOf(base), null, 2)}\n`,
  };
  for (const [file, own] of Object.entries(values)) {
    files[file] = GENERATED + (own === base ? explained(base) : toYaml(difference(base, own)));
  }
  for (const [file, text] of Object.entries(templatesOf(root))) files[`templates/${file}`] = GENERATED + text;
  return files;
}

function explained(values) {
  return Object.entries(values)
    .map(([key, value]) => `${key in comments ? `\n# ${comments[key]}\n` : ''}${toYaml({ [key]: value })}`)
    .join('');
}

function chartFile(version) {
  return {
    apiVersion: 'v2',
    name: 'mailroom',
    description: 'Mailboxes for AI agents: SMTP in, leased tasks, answers out.',
    type: 'application',
    version,
    appVersion: version,
    kubeVersion: '>=1.30.0-0',
  };
}

function allValues(root, version) {
  const ingress = kustomize(root, sources['values-production.yaml']).find(({ kind }) => kind === 'Ingress');
  const entries = Object.entries(sources);
  return Object.fromEntries(
    entries.map(([file, folder]) => [file, valuesOf(kustomize(root, folder), version, ingress)]),
  );
}

/** What is wrong with the chart under a root: files that differ from the manifests, objects that differ from an overlay's. */
export function checkChart(root) {
  const expected = chartOf(root);
  const found = filesIn(join(root, CHART));
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  const stale = names
    .filter((name) => expected[name] !== found[name])
    .map((name) => `${CHART}/${name} is not up to date.`);
  return stale.length > 0 ? stale : Object.keys(sources).flatMap((file) => compare(root, found, file));
}

export function filesIn(folder) {
  if (!existsSync(folder)) return {};
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = paths.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Renders the chart with a file of values, and compares each object with what kustomize makes of that file's folder. */
function compare(root, files, file) {
  const base = fromYaml(files['values.yaml']);
  const values = file === 'values.yaml' ? base : merged(base, fromYaml(files[file]));
  const templates = Object.fromEntries(Object.entries(files).filter(([name]) => name.startsWith('templates/')));
  const rendered = byName(render(templates, values));
  // Helm puts everything into the namespace of the release, and makes none.
  const wanted = byName(kustomize(root, sources[file]).filter(({ kind }) => kind !== 'Namespace'));
  const tag = `:${values.image.tag}`;
  return [...new Set([...rendered.keys(), ...wanted.keys()])].flatMap((name) => {
    const [ours, theirs] = [rendered.get(name), wanted.get(name)];
    if (!ours || !theirs) return [`${file}: ${name} is only in the ${ours ? 'chart' : 'manifests'}.`];
    const isSame = isDeepStrictEqual(plain(ours), withTag(plain(theirs), tag));
    return isSame ? [] : [`${file}: ${name} is not what ${sources[file]} says.`];
  });
}

const byName = (objects) => new Map(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]));

/** The base leaves versions to the overlays. */
function withTag(object, tag) {
  for (const container of object.spec?.template?.spec?.containers ?? []) {
    if (!container.image.includes(':')) container.image += tag;
  }
  return object;
}
