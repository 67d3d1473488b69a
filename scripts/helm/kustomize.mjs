import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** The objects of a folder with a kustomization, as far as ours use one; anything else in it is an error. */
export function kustomize(root, folder) {
  const {
    resources = [],
    labels = [],
    images = [],
    configMapGenerator = [],
    patches = [],
    ...others
  } = parse(readFileSync(join(root, folder, 'kustomization.yaml'), 'utf8'));
  for (const key of Object.keys(others)) {
    if (!['apiVersion', 'kind', 'namespace'].includes(key)) throw new Error(`${folder}: ${key} is not understood.`);
  }
  let objects = resources.flatMap((name) => objectsOf(root, join(folder, name)));
  for (const map of configMapGenerator) objects = withSettings(objects, map);
  for (const { target, patch } of patches) objects = patched(objects, target, parse(patch));
  for (const { pairs } of labels) objects = objects.map((object) => labelled(object, pairs));
  return objects.map((object) => tagged(object, images));
}

function objectsOf(root, path) {
  if (statSync(join(root, path)).isDirectory()) return kustomize(root, path);
  return parseAllDocuments(readFileSync(join(root, path), 'utf8')).map((document) => document.toJS());
}

function withSettings(objects, { name, behavior = 'create', literals }) {
  const entries = literals.map((text) => [text.split('=', 1)[0], text.slice(text.indexOf('=') + 1)]);
  const data = Object.fromEntries(entries);
  const isIt = ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name;
  if (behavior === 'merge') {
    return objects.map((object) => (isIt(object) ? { ...object, data: { ...object.data, ...data } } : object));
  }
  return [...objects, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }];
}

function patched(objects, target, patch) {
  const matches = ({ kind, metadata }) =>
    kind === target.kind && new RegExp(`^(${target.name ?? '.*'})$`).test(metadata.name);
  if (Array.isArray(patch)) return objects.map((object) => (matches(object) ? applied(object, patch) : object));
  if (patch.$patch !== 'delete') throw new Error('Only patches that delete are understood, and lists of operations.');
  return objects.filter((object) => !matches(object));
}

/** RFC 6902, of which we use two operations. */
function applied(object, operations) {
  const result = structuredClone(object);
  for (const { op, path, value } of operations) {
    const keys = path.split('/').slice(1);
    const last = keys.pop();
    const parent = keys.reduce((part, key) => part[key], result);
    if (op === 'add' && last === '-') parent.push(value);
    else if (op === 'replace' && last in parent) parent[last] = value;
    else throw new Error(`${op} ${path} is not understood.`);
  }
  return result;
}

function labelled(object, pairs) {
  return { ...object, metadata: { ...object.metadata, labels: { ...object.metadata.labels, ...pairs } } };
}

function tagged(object, images) {
  const containers = object.spec?.template?.spec?.containers;
  if (!containers || images.length === 0) return object;
  const result = structuredClone(object);
  for (const container of result.spec.template.spec.containers) {
    const image = images.find(({ name }) => name === container.image);
    if (image) container.image = `${image.newName ?? image.name}:${image.newTag}`;
  }
  return result;
}
