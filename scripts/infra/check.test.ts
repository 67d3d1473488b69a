import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ownVariables } from '@mailroom/runtime';
import { checkInfra } from './check.mjs';
import { readVariables } from './variables.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'mailroom-infra-'));
  for (const part of ['.github', 'docs', 'infra', 'k8s', 'docker-compose.yml']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  for (const app of readdirSync(join(root, 'apps'))) {
    cpSync(join(root, 'apps', app, 'package.json'), join(copy, 'apps', app, 'package.json'));
  }
});
afterEach(() => rmSync(copy, { recursive: true }));

function change(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(join(copy, file), 'utf8');
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} has no ${String(from)}.`);
  writeFileSync(join(copy, file), after);
}

describe('the check of containers and manifests', () => {
  it('finds nothing wrong with what is there', () => {
    expect(checkInfra(copy)).toEqual([]);
  });

  it.each([
    ['k8s/base/outbound.yaml', 'name: OUTBOUND_RELAY_URL', 'name: RELAY_URL', /outbound does not read RELAY_URL/],
    ['k8s/base/outbound.yaml', /name: OUTBOUND_RELAY_URL/, 'name: LOG_LEVEL', /RELAY_URL of outbound can't be set/],
    ['k8s/base/outbound.yaml', 'configMapRef', 'secretRef', /outbound needs OUTBOUND_MODE/],
    ['k8s/base/kustomization.yaml', 'OUTBOUND_MODE=', 'OUTBUOND_MODE=', /nothing reads OUTBUOND_MODE/],
    ['k8s/base/kustomization.yaml', '- PARSER_WORKERS=', '- TURNSTILE_SECRET=x', /TURNSTILE_SECRET is a secret/],
    ['k8s/base/kustomization.yaml', '- PARSER_WORKERS=', '', /PARSER_WORKERS of smtp-ingest can't be set/],
    ['k8s/base/outbound.yaml', 'name: DATABASE_URL', 'name: LOG_LEVEL', /outbound needs DATABASE_URL/],
    ['k8s/base/outbound.yaml', 'mailroom/outbound', 'mailroom/outward', /no apps\/outward/],
    ['k8s/base/prepare.yaml', 'key: MAILROOM_MAIL', 'key: MAIL', /no setting is called MAIL_DOMAINS/],
    ['k8s/base/outbound.yaml', 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false', /write to its root/],
    ['k8s/base/outbound.yaml', 'runAsNonRoot: true', 'runAsNonRoot: false', /run as root/],
    ['k8s/base/outbound.yaml', 'drop: [ALL]', 'drop: []', /keeps capabilities/],
    ['k8s/base/outbound.yaml', 'path: /readyz', 'path: /healthz', /readinessProbe must ask \/readyz/],
    ['k8s/base/outbound.yaml', 'kind: PodDisruptionBudget', 'kind: Other', /no PodDisruptionBudget/],
    ['k8s/base/outbound.yaml', 'memory: 768Mi', 'storage: 768Mi', /no limit of memory/],
    ['k8s/base/outbound.yaml', 'kind: Deployment', 'kind: [', /k8s\/base: /],
    ['k8s/base/network.yaml', 'kind: NetworkPolicy', 'kind: Secret', /must come from outside/],
    ['k8s/base/kustomization.yaml', '- scaling.yaml', '', /scaling\.yaml is used by nothing/],
    ['k8s/base/kustomization.yaml', '- scaling.yaml', '- sealing.yaml', /there is no sealing\.yaml/],
    ['k8s/overlays/small/kustomization.yaml', 'mailroom/indexer', 'mailroom/index', /nothing runs mailroom\/index\./],
    ['k8s/overlays/production/kustomization.yaml', 'LOG_LEVEL=', 'LOG_LEVLE=', /nothing reads LOG_LEVLE/],
    [
      'docker-compose.yml',
      'PARSER_WORKERS: ${PARSER_WORKERS:-}',
      "PARSER_WORKERS: '2'",
      /PARSER_WORKERS of smtp-ingest/,
    ],
    ['docker-compose.yml', /\n *RATE_LIMIT_RPS.*/, '', /RATE_LIMIT_RPS of mailbox-api can't be set/],
    ['docker-compose.yml', '${TURNSTILE_SECRET:-}', '${TURNSTILE_SECRET:-hush}', /TURNSTILE_SECRET is a secret/],
    ['docker-compose.yml', 'APP: indexer', 'APP: outbound', /indexer builds another app/],
    ['docker-compose.yml', /\$\{POSTGRES_PASSWORD:[^}]*\}@/, 'secret@', /DATABASE_URL is a secret/],
    ['docker-compose.yml', /POSTGRES_PASSWORD: .*/, 'POSTGRES_PASSWORD: secret', /POSTGRES_PASSWORD is a secret/],
    ['docker-compose.yml', 'read_only: true', 'read_only: false', /may write to its root/],
    ['docker-compose.yml', "'postgres:/var", "'lost:/var", /there is no lost/],
    ['docker-compose.yml', 'caddy:2.11.4-alpine', 'caddy', /proxy: its image has no version/],
    ['docker-compose.yml', 'BLOB_STORE_URL:', 'BLOB_URL:', /outbound needs BLOB_STORE_URL/],
    ['infra/grafana/mailroom.json', 'mailroom_tasks', 'mailroom_taks', /there is no metric mailroom_taks/],
    ['infra/grafana/mailroom.json', '"uid": "mailroom"', '"uid": ""', /has no uid/],
    ['infra/prometheus/alerts.yaml', 'mailroom_bus_pending', 'mailroom_bus_lag', /there is no metric mailroom_bus_lag/],
    ['infra/prometheus/alerts.yaml', 'for: 2m', 'for: soon', /does not say for how long/],
    ['infra/prometheus/alerts.yaml', 'severity: page', 'severity: loud', /has no severity/],
    ['docs/operating.md', '### MailroomOutboxLate', '### Late', /MailroomOutboxLate has no section/],
    ['docs/operating.md', '| `mailroom_tasks`', '| `mailroom_chores`', /does not mention mailroom_tasks/],
    ['k8s/base/scaling.yaml', 'mailroom_bus_pending', 'mailroom_bus_lag', /there is no metric mailroom_bus_lag/],
    ['k8s/base/scaling.yaml', 'type: metrics-api', 'type: nats-jetstream', /streams have numbers/],
    ['k8s/overlays/production/ingress.yaml', 'path: /api', 'path: /', /leads to \/metrics/],
    ['infra/Caddyfile', '@public path /api/*', '@public path /*', /leads to \/metrics/],
    ['k8s/overlays/production/ingress.yaml', 'pathType: Exact', 'pathType: Prefix', /leads to \/metrics/],
    ['infra/Dockerfile', 'USER 1000:1000', 'USER root', /not as root/],
    ['infra/Dockerfile', 'MAILROOM_SMTP_PORT', 'MAILROOM_SMTP_PROT', /no app reads MAILROOM_SMTP_PROT/],
    ['.github/workflows/ci.yml', 'indexer,', '', /ci\.yml builds no image of indexer/],
    ['.github/workflows/ci.yml', 'contents: read', 'contents: write', /ci\.yml may write/],
    ['.github/workflows/ci.yml', 'jobs:', 'jobs: [', /ci\.yml: /],
    ['.github/CODEOWNERS', '/apps/outbound/', '/apps/outward/', /nobody owns \/apps\/outbound\//],
  ])('finds a fault in %s: %s', (file, from, to, problem) => {
    change(file, from, to);
    expect(checkInfra(copy).join('\n')).toMatch(problem);
  });
});

describe('infra/variables.json', () => {
  const variables = readVariables(root);

  /** The sources in those of the given folders that exist, without tests. */
  function sourcesOf(...folders: string[]): { path: string; text: string }[] {
    const present = folders.map((folder) => join(root, folder, 'src')).filter((folder) => existsSync(folder));
    return present.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => ({ path: join(folder, file), text: readFileSync(join(folder, file), 'utf8') })),
    );
  }

  // Every reader takes the environment as its first argument; the other arguments only have to be callable or empty.
  type Reader = (env: object, ...others: unknown[]) => unknown;
  const other = Object.assign(() => 0, { allowPrivate: 'none', requestsPerSecond: 50, split: () => [] });

  /** The functions that read an app's configuration. */
  async function readersOf(app: string): Promise<[string, Reader][]> {
    const sources = [...sourcesOf(`apps/${app}`), ...sourcesOf('packages/runtime')];
    const readers: [string, Reader][] = [];
    for (const { path } of sources.filter((source) => /(config|settings?)\.ts$/.test(source.path))) {
      const module: Record<string, unknown> = await import(path);
      for (const [name, read] of Object.entries(module)) {
        if (/^(load\w*(Config|Settings)|read[A-Z]\w*)$/.test(name)) readers.push([name, read as Reader]);
      }
    }
    return readers;
  }

  function outcomeOf(read: Reader, env: object): unknown {
    const problems: string[] = [];
    const complain = Object.assign((problem: string) => void problems.push(problem), other);
    return { value: read(env, complain, complain, complain), problems };
  }

  /** The variables that an app's configuration reads from its environment. */
  async function namesReadBy(app: string): Promise<string[]> {
    const own = sourcesOf(`apps/${app}`);
    const plain = own.flatMap(({ text }) => [...text.matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)]);
    const names = new Set(plain.map(([, name]) => name ?? ''));
    const env = new Proxy({}, { get: (_, name) => void names.add(String(name)) });
    // The single readers of packages/runtime are for whichever app calls them.
    const loaders = (await readersOf(app)).filter(([name]) => name.startsWith('load'));
    for (const [, load] of loaders) load(env, other, other, other);
    return [...names];
  }

  it.each(variables.apps)('lists everything that %s reads', async (app: string) => {
    const { required, optional } = variables.of(app);
    expect([...required, ...optional]).toEqual(expect.arrayContaining(await namesReadBy(app)));
  });

  it('is where Mailroom learns the names of all its MAILROOM_ variables from', () => {
    const names = [...variables.apps, 'standalone'].flatMap((app: string) => Object.values(variables.of(app)).flat());
    const ours = (names as string[]).filter((name) => name.startsWith('MAILROOM_'));
    expect([...ownVariables].sort()).toEqual([...new Set(ours)].sort());
  });

  it.each(variables.apps)('lists nothing that %s would take for set where it is empty', async (app: string) => {
    const names: string[] = Object.values(variables.of(app)).flat();
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    for (const [name, read] of await readersOf(app)) {
      expect([name, outcomeOf(read, empty)]).toEqual([name, outcomeOf(read, {})]);
    }
  });

  const readme = (folder: string) => readFileSync(join(root, folder, 'README.md'), 'utf8');

  /** Whether a text names a variable, alone or with those that begin like it: `X402_…`. */
  const isNamedIn = (text: string) => (name: string) =>
    [...text.matchAll(/`([A-Z][A-Z0-9_]+)(…?)`/g)].some(([, said = '', more]) =>
      more === '' ? name === said : name.startsWith(said),
    );

  it.each(variables.apps)('lists nothing of %s that neither its README nor that of every app names', (app: string) => {
    const names: string[] = Object.values(variables.of(app)).flat();
    // Node, the C library and Amazon's client describe these themselves.
    const ours = names.filter((name) => !/^(AWS|MALLOC|NODE)_/.test(name));
    const isNamed = isNamedIn(`${readme(`apps/${app}`)}\n${readme('packages/runtime')}`);
    expect(ours.filter((name) => !isNamed(name))).toEqual([]);
  });

  it('sees what is read', async () => {
    expect(await namesReadBy('smtp-ingest')).toEqual(expect.arrayContaining(['PARSER_WORKERS', 'SMTP_TLS_KEY_FILE']));
  });

  it('lists nothing that nobody reads', () => {
    const folders = ['apps', 'packages'].flatMap((kind) =>
      readdirSync(join(root, kind)).map((name) => `${kind}/${name}`),
    );
    const text = sourcesOf(...folders.filter((folder) => !folder.endsWith('/testing')))
      .map((source) => source.text)
      .join('\n');
    const names = [...variables.apps, 'standalone'].flatMap((app: string) => Object.values(variables.of(app)).flat());
    // Node, the C library and Amazon's client read these themselves.
    const ours = (names as string[]).filter((name) => !/^(AWS|MALLOC|NODE)_/.test(name));
    const unread = new Set(ours.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)));
    expect([...unread]).toEqual([]);
  });
});
