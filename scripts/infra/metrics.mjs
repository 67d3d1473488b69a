import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

const DASHBOARD = 'infra/grafana/mailroom.json';
const ALERTS = 'infra/prometheus/alerts.yaml';
const OPERATING = 'docs/operating.md';
const SCALING = 'k8s/base/scaling.yaml';
const INGRESS = 'k8s/overlays/production/ingress.yaml';
const CADDY = 'infra/Caddyfile';
/** Metrics of Prometheus itself, and of prom-client about the process. */
const others = /^(up|process_|nodejs_)/;
/** The suffixes of a histogram's series. */
const parts = /_(bucket|sum|count)$/;
const words = new Set(
  `sum avg min max count by without on ignoring and or unless rate increase irate histogram_quantile absent clamp_min
   group_left group_right offset bool time vector topk quantile deriv label_replace le inf nan`.split(/\s+/),
);

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** All metrics that the code declares. */
export function declaredMetrics(root = repository) {
  const names = new Set();
  for (const folder of ['packages', 'apps']) {
    const workspaces = readdirSync(join(root, folder)).filter((name) => name !== 'testing');
    for (const name of workspaces) collect(join(root, folder, name, 'src'), names);
  }
  return names;
}

function collect(folder, names) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) collect(path, names);
    else if (/(?<!\.test)\.ts$/.test(entry.name)) {
      for (const [, name] of readFileSync(path, 'utf8').matchAll(/'(mailroom_[a-z0-9_]+)'/g)) names.add(name);
    }
  }
}

/** The names of metrics in an expression of PromQL, without labels, durations, functions and operators. */
export function metricsIn(expression) {
  const bare = expression
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/[a-zA-Z_:][a-zA-Z0-9_:]*/g)].map(([name]) => name).filter((name) => !isWord(bare, name));
}

function isWord(bare, name) {
  return words.has(name.toLowerCase()) || /^[smhdw]$/.test(name) || new RegExp(`\\d${name}\\b`).test(bare);
}

/** What is wrong with how metrics are watched, and with who can see them. */
export function checkMetrics(root) {
  const declared = declaredMetrics();
  const unknown = (where, expression) =>
    metricsIn(expression)
      .filter((name) => !others.test(name) && !declared.has(name) && !declared.has(name.replace(parts, '')))
      .map((name) => `${where}: there is no metric ${name}.`);
  return [
    ...checkDashboard(root, unknown),
    ...checkAlerts(root, unknown),
    ...checkScaling(root, unknown),
    ...checkManual(root, declared),
    ...checkExposure(root),
  ];
}

function checkDashboard(root, unknown) {
  const { uid, title, schemaVersion, panels } = JSON.parse(readFileSync(join(root, DASHBOARD), 'utf8'));
  const problems = uid && title && schemaVersion >= 36 ? [] : [`${DASHBOARD} has no uid, title or schema version.`];
  const ids = panels.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) problems.push(`${DASHBOARD}: two panels have one id.`);
  for (const panel of panels) {
    const where = `${DASHBOARD}: ${panel.title}`;
    const { x, y, w, h } = panel.gridPos ?? {};
    if (!(x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= 24)) problems.push(`${where} has no place.`);
    if (panel.type === 'row') continue;
    if (!panel.targets?.length) problems.push(`${where} shows nothing.`);
    for (const { expr } of panel.targets ?? []) problems.push(...unknown(where, expr));
  }
  return problems;
}

function checkAlerts(root, unknown) {
  const { groups } = parse(readFileSync(join(root, ALERTS), 'utf8'));
  const manual = readFileSync(join(root, OPERATING), 'utf8');
  return groups
    .flatMap(({ rules }) => rules)
    .flatMap(({ alert, expr, for: duration, labels, annotations }) => {
      const where = `${ALERTS}: ${alert}`;
      const demands = {
        'does not say for how long': /^\d+[smh]$/.test(duration ?? ''),
        'has no severity': ['page', 'ticket'].includes(labels?.severity),
        'has no summary': Boolean(annotations?.summary),
        'has no section in docs/operating.md': manual.includes(`\n### ${alert}\n`),
        'has a runbook that leads to no section': annotations?.runbook === `docs/operating.md#${alert?.toLowerCase()}`,
      };
      const unmet = Object.entries(demands).flatMap(([problem, met]) => (met ? [] : [`${where} ${problem}.`]));
      return [...unmet, ...unknown(where, expr)];
    });
}

/** The table of docs/operating.md has every metric, and no other. */
function checkManual(root, declared) {
  const manual = readFileSync(join(root, OPERATING), 'utf8');
  const listed = new Set([...manual.matchAll(/^\| `(mailroom_[a-z0-9_]+)` /gm)].map(([, name]) => name));
  return [
    ...[...declared].filter((name) => !listed.has(name)).map((name) => `${OPERATING} does not mention ${name}.`),
    ...[...listed].filter((name) => !declared.has(name)).map((name) => `${OPERATING}: there is no metric ${name}.`),
  ];
}

/** Every expression that watches metrics. */
export function watchedExpressions(root = repository) {
  const { panels } = JSON.parse(readFileSync(join(root, DASHBOARD), 'utf8'));
  const { groups } = parse(readFileSync(join(root, ALERTS), 'utf8'));
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  return [...shown, ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)), ...scaledBy(root)];
}

/** The series that KEDA looks at, as a scrape has them. */
export function scaledBy(root = repository) {
  const documents = parseAllDocuments(readFileSync(join(root, SCALING), 'utf8')).map((document) => document.toJS());
  const triggers = documents.flatMap((object) => object?.spec?.triggers ?? []);
  return triggers.filter(({ type }) => type === 'metrics-api').map(({ metadata }) => metadata.valueLocation);
}

function checkScaling(root, unknown) {
  const documents = parseAllDocuments(readFileSync(join(root, SCALING), 'utf8')).map((document) => document.toJS());
  return documents
    .flatMap((object) => object?.spec?.triggers ?? [])
    .flatMap(({ type, metadata }) => {
      if (type === 'nats-jetstream') return [`${SCALING}: streams have numbers that are not known here.`];
      return type === 'metrics-api' ? unknown(SCALING, metadata.valueLocation) : [];
    });
}

/** Metrics must be reachable only from inside. A path leads to them if it is theirs, or the beginning of every path. */
function checkExposure(root) {
  const { spec } = parse(readFileSync(join(root, INGRESS), 'utf8'));
  const paths = spec.rules.flatMap(({ http }) => http.paths);
  const isOpen = ({ path, pathType }) => path.startsWith('/metrics') || (path === '/' && pathType !== 'Exact');
  const matchers = [...readFileSync(join(root, CADDY), 'utf8').matchAll(/^\s*@\w+ path (.*)/gm)];
  const publicPaths = matchers.length === 0 ? ['*'] : matchers.flatMap(([, listed]) => listed.split(/\s+/));
  // Caddy matches a path without an asterisk exactly.
  const isOpenInCaddy = (path) => path === '*' || path === '/*' || path.startsWith('/metrics');
  return [
    ...paths.filter(isOpen).map(({ path }) => `${INGRESS}: ${path} leads to /metrics.`),
    ...publicPaths.filter(isOpenInCaddy).map((path) => `${CADDY}: ${path} leads to /metrics.`),
  ];
}
