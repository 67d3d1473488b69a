import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { appOfImage, isSecret, problemsOfSettings, problemsOfVariables } from './variables.mjs';

const KUSTOMIZATION = 'kustomization.yaml';
const OVERLAYS = 'k8s/overlays';
/** The ConfigMap with all settings. */
const SETTINGS = 'mailroom';

/** What is wrong with the manifests in k8s/, as far as that can be told without a cluster. */
export function checkKubernetes(root, variables) {
  const overlays = readdirSync(join(root, OVERLAYS)).map((name) => `${OVERLAYS}/${name}`);
  const base = readFolder(root, 'k8s/base');
  const folders = [base, ...overlays.map((folder) => readFolder(root, folder))];
  const problems = folders.flatMap((folder) => checkFolder(root, folder));
  const workloads = base.objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  const settings = literalsOf(base.kustomization);
  problems.push(...checkSettings(variables, settings));
  for (const workload of workloads) problems.push(...checkWorkload(root, variables, base, settings, workload));
  const deployed = workloads.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
  for (const app of variables.apps) if (!deployed.includes(app)) problems.push(`k8s/base: ${app} is not deployed.`);
  const images = workloads.flatMap(({ spec }) => spec.template.spec.containers.map(({ image }) => image));
  for (const overlay of folders.slice(1)) problems.push(...checkOverlay(overlay, settings, images));
  return problems;
}

function readFolder(root, folder) {
  const kustomization = parse(readFileSync(join(root, folder, KUSTOMIZATION), 'utf8'));
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.yaml') && name !== KUSTOMIZATION);
  const documents = files.flatMap((file) => parseAllDocuments(readFileSync(join(root, folder, file), 'utf8')));
  const failures = documents.flatMap(({ errors }) => errors.map(({ message }) => message));
  const objects = failures.length > 0 ? [] : documents.map((document) => document.toJS()).filter(Boolean);
  return { folder, kustomization, files, failures, objects };
}

function checkFolder(root, { folder, kustomization, files, failures, objects }) {
  const named = kustomization.resources ?? [];
  return [
    ...failures.map((failure) => `${folder}: ${failure}`),
    ...named.filter((name) => !isResource(root, folder, name)).map((name) => `${folder}: there is no ${name}.`),
    ...files.filter((name) => !named.includes(name)).map((name) => `${folder}/${name} is used by nothing.`),
    ...objects
      .filter(({ kind }) => kind === 'Secret')
      .map(({ metadata }) => `${folder}: the secret ${metadata.name} must come from outside.`),
  ];
}

function isResource(root, folder, name) {
  const path = join(root, folder, name);
  return existsSync(path) && (name.endsWith('.yaml') || existsSync(join(path, KUSTOMIZATION)));
}

/** The settings that a kustomization generates. */
function literalsOf(kustomization) {
  const literals = (kustomization.configMapGenerator ?? []).flatMap((map) => map.literals ?? []);
  return new Map(literals.map((text) => [text.split('=', 1)[0], text.slice(text.indexOf('=') + 1)]));
}

function checkSettings(variables, settings) {
  const read = new Set([...variables.apps, 'standalone'].flatMap((app) => Object.values(variables.of(app)).flat()));
  return [
    ...[...settings.keys()].filter((name) => !read.has(name)).map((name) => `k8s/base: nothing reads ${name}.`),
    ...[...settings].filter((entry) => isSecret(...entry)).map(([name]) => `k8s/base: ${name} is a secret.`),
  ];
}

function checkOverlay({ folder, kustomization }, settings, images) {
  const tagged = (kustomization.images ?? []).map(({ name }) => name);
  const literals = literalsOf(kustomization);
  return [
    ...tagged.filter((name) => !images.includes(name)).map((name) => `${folder}: nothing runs ${name}.`),
    ...images.filter((name) => !tagged.includes(name)).map((name) => `${folder}: ${name} has no tag.`),
    ...[...literals.keys()].filter((name) => !settings.has(name)).map((name) => `${folder}: nothing reads ${name}.`),
    ...[...literals].filter((entry) => isSecret(...entry)).map(([name]) => `${folder}: ${name} is a secret.`),
  ];
}

function checkWorkload(root, variables, base, settings, { kind, metadata, spec }) {
  const where = `k8s/base: ${kind} ${metadata.name}`;
  const { containers, securityContext } = spec.template.spec;
  const serves = kind === 'Deployment' && variables.apps.includes(metadata.name);
  const problems = containers.flatMap((container) => [
    ...checkContainer(where, container),
    ...checkEnvironment(where, root, variables, settings, container),
    ...(serves ? checkProbes(where, container) : []),
  ]);
  if (securityContext?.runAsNonRoot !== true) problems.push(`${where} may run as root.`);
  if (serves && !base.objects.some((object) => isBudgetOf(object, spec.selector))) {
    problems.push(`${where} has no PodDisruptionBudget.`);
  }
  return problems;
}

function isBudgetOf({ kind, spec }, selector) {
  return kind === 'PodDisruptionBudget' && JSON.stringify(spec.selector) === JSON.stringify(selector);
}

function checkContainer(where, { securityContext: context, resources }) {
  const demands = {
    'may raise its privileges': context?.allowPrivilegeEscalation === false,
    'may write to its root': context?.readOnlyRootFilesystem === true,
    'keeps capabilities': context?.capabilities?.drop?.includes('ALL') === true,
    'asks for no CPU and memory': Boolean(resources?.requests?.cpu && resources.requests.memory),
    'has no limit of memory': Boolean(resources?.limits?.memory),
  };
  return Object.entries(demands).flatMap(([problem, met]) => (met ? [] : [`${where} ${problem}.`]));
}

function checkProbes(where, container) {
  const ports = (container.ports ?? []).map(({ name }) => name);
  const probes = { livenessProbe: '/healthz', startupProbe: '/healthz', readinessProbe: '/readyz' };
  return Object.entries(probes).flatMap(([name, path]) => {
    const { httpGet } = container[name] ?? {};
    return httpGet?.path === path && ports.includes(httpGet.port) ? [] : [`${where}: ${name} must ask ${path}.`];
  });
}

function checkEnvironment(where, root, variables, settings, { image, env = [], envFrom = [] }) {
  const app = appOfImage(image);
  if (app === null) return [`${where}: ${image} is not one of our images.`];
  const own = env.map(({ name }) => name);
  // Each app gets the settings of all, and reads its own.
  const { required, optional } = variables.of(app);
  const read = new Set([...required, ...optional]);
  const given = envFrom.some(({ configMapRef }) => configMapRef?.name === SETTINGS) ? [...settings.keys()] : [];
  const names = [...own, ...given.filter((name) => read.has(name))];
  const settable = new Set([...given, ...env.filter(({ valueFrom }) => valueFrom).map(({ name }) => name)]);
  const problems = [
    ...problemsOfVariables(where, root, variables, app, names),
    ...problemsOfSettings(where, variables, app, settable),
  ];
  for (const { name, value, valueFrom } of env) {
    const key = valueFrom?.configMapKeyRef?.key;
    if (key !== undefined && !settings.has(key)) problems.push(`${where}: no setting is called ${key}.`);
    if (isSecret(name, value ?? settings.get(key) ?? '') && !valueFrom?.secretKeyRef) {
      problems.push(`${where}: ${name} is a secret.`);
    }
  }
  return problems;
}
