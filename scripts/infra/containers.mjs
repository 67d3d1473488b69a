import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { appOfImage, isSecret, problemsOfSettings, problemsOfVariables } from './variables.mjs';

const COMPOSE = 'docker-compose.yml';
const DOCKERFILE = 'infra/Dockerfile';

/** What is wrong with the Compose file and the Dockerfile. */
export function checkContainers(root, variables) {
  const { services, volumes, networks } = parse(readFileSync(join(root, COMPOSE), 'utf8'), { merge: true });
  const places = { services, volumes, networks };
  const problems = Object.entries(services).flatMap(([name, service]) => [
    ...checkService(name, service, places),
    ...(appOfImage(service.image) === null ? [] : checkApp(root, variables, name, service)),
  ]);
  const apps = Object.values(services).map(({ image }) => appOfImage(image));
  for (const app of variables.apps) if (!apps.includes(app)) problems.push(`${COMPOSE} does not run ${app}.`);
  return [...problems, ...checkDockerfile(root, variables)];
}

function checkService(name, service, { services, volumes, networks }) {
  const where = `${COMPOSE}: ${name}`;
  const needs = Object.keys(service.depends_on ?? {}).filter((other) => !(other in services));
  const mounts = (service.volumes ?? []).map((text) => withDefaults(text).split(':', 1)[0]);
  const lost = mounts.filter((source) => !source.startsWith('.') && !(source in volumes));
  const nets = (service.networks ?? []).filter((network) => !(network in networks));
  const secrets = Object.entries(service.environment ?? {}).filter(([key, value]) => isSecret(key, String(value)));
  return [
    ...[...needs, ...lost, ...nets].map((other) => `${where}: there is no ${other}.`),
    ...secrets.map(([key]) => `${where}: ${key} is a secret.`),
    ...(/:[^:]*\d/.test(service.image) || appOfImage(service.image) ? [] : [`${where}: its image has no version.`]),
  ];
}

/** The text as it is where .env sets nothing. */
const withDefaults = (text) => text.replace(/\$\{[A-Z0-9_]+:-([^{}]*)\}/g, '$1');

function checkApp(root, variables, name, service) {
  const where = `${COMPOSE}: ${name}`;
  const app = appOfImage(service.image);
  const demands = {
    'builds another app': service.build?.args?.APP === app && service.build?.dockerfile === DOCKERFILE,
    'may write to its root': service.read_only === true,
    'keeps capabilities': service.cap_drop?.includes('ALL') === true,
    'may raise its privileges': service.security_opt?.includes('no-new-privileges:true') === true,
  };
  const environment = service.environment ?? {};
  const settable = Object.entries(environment)
    .filter(([, value]) => /^\$\{[A-Z0-9_]+:/.test(value))
    .map(([name]) => name);
  return [
    ...problemsOfVariables(where, root, variables, app, Object.keys(environment)),
    ...problemsOfSettings(where, variables, app, new Set(settable)),
    ...Object.entries(demands).flatMap(([problem, met]) => (met ? [] : [`${where} ${problem}.`])),
  ];
}

/** The settings of every image, and that it does not run as root. */
function checkDockerfile(root, variables) {
  const text = readFileSync(join(root, DOCKERFILE), 'utf8');
  const last = text.slice(text.lastIndexOf('\nFROM '));
  const set = [...last.matchAll(/^(?:ENV| {4}) *([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  const known = new Set(variables.apps.flatMap((app) => Object.values(variables.of(app)).flat()));
  const problems = set.filter((name) => !known.has(name)).map((name) => `${DOCKERFILE}: no app reads ${name}.`);
  if (set.length === 0) problems.push(`${DOCKERFILE} sets nothing.`);
  if (!/^USER [1-9]\d*(:\d+)?$/m.test(last))
    problems.push(`${DOCKERFILE} must end as a user with a number, not as root.`);
  if (!last.includes('/healthz')) problems.push(`${DOCKERFILE} must ask /healthz.`);
  return problems;
}
