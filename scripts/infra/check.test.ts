import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
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
    ['k8s/base/outbound.yaml', 'name: OUTBOUND_MODE', 'name: OUTBUOND_MODE', /does not read OUTBUOND_MODE/],
    ['k8s/base/outbound.yaml', 'name: DATABASE_URL', 'name: LOG_LEVEL', /outbound needs DATABASE_URL/],
    ['k8s/base/outbound.yaml', 'mailroom/outbound', 'mailroom/outward', /no apps\/outward/],
    ['k8s/base/outbound.yaml', 'key: LOG_LEVEL', 'key: LEVEL', /no setting is called LEVEL/],
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
      'k8s/overlays/production/kustomization.yaml',
      'SMTP_TLS_KEY_FILE',
      'SMTP_TSL_KEY_FILE',
      /smtp-ingest does not read SMTP_TSL_KEY_FILE/,
    ],
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
    ['infra/prometheus/alerts.yaml', 'for: 2m', 'for: soon', /says not for how long/],
    ['infra/prometheus/alerts.yaml', 'severity: page', 'severity: loud', /has no severity/],
    ['docs/operating.md', '### MailroomOutboxLate', '### Late', /MailroomOutboxLate has no section/],
    ['docs/operating.md', '| `mailroom_tasks`', '| `mailroom_chores`', /does not tell of mailroom_tasks/],
    ['k8s/base/scaling.yaml', 'mailroom_bus_pending', 'mailroom_bus_lag', /there is no metric mailroom_bus_lag/],
    ['k8s/base/scaling.yaml', 'type: metrics-api', 'type: nats-jetstream', /streams have numbers/],
    ['k8s/overlays/production/ingress.yaml', 'path: /api', 'path: /', /leads to \/metrics/],
    ['infra/Caddyfile', '@public path /api/*', '@public path /*', /leads to \/metrics/],
    ['infra/Dockerfile', 'USER 1000:1000', 'USER root', /not as root/],
    ['infra/Dockerfile', 'MAILROOM_SMTP_PORT', 'MAILROOM_SMTP_PROT', /no app reads MAILROOM_SMTP_PROT/],
    ['.github/workflows/ci.yml', ', indexer]', ']', /ci\.yml builds no image of indexer/],
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

  /** The sources of some folders that there are, but for tests. */
  function sourcesOf(...folders: string[]): { path: string; text: string }[] {
    const present = folders.map((folder) => join(root, folder, 'src')).filter((folder) => existsSync(folder));
    return present.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => ({ path: join(folder, file), text: readFileSync(join(folder, file), 'utf8') })),
    );
  }

  /** What the configuration of an app asks its environment for. */
  async function namesReadBy(app: string): Promise<string[]> {
    const own = sourcesOf(`apps/${app}`);
    const sources = [...own, ...sourcesOf('packages/service')];
    const plain = own.flatMap(({ text }) => [...text.matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)]);
    const names = new Set(plain.map(([, name]) => name ?? ''));
    const env = new Proxy({}, { get: (_, name) => void names.add(String(name)) });
    // Every loader takes the environment first; to the others it is enough to be called or to have nothing.
    const other = Object.assign(() => 0, { allowPrivate: 'none', requestsPerSecond: 50 });
    for (const { path } of sources.filter((source) => source.path.endsWith('config.ts'))) {
      const config: Record<string, unknown> = await import(path);
      for (const [name, load] of Object.entries(config)) {
        if (/^load\w*(Config|Settings)$/.test(name)) (load as (...args: unknown[]) => unknown)(env, other, other);
      }
    }
    return [...names];
  }

  it.each(variables.apps)('lists everything that %s reads', async (app: string) => {
    const { required, optional } = variables.of(app);
    expect([...required, ...optional]).toEqual(expect.arrayContaining(await namesReadBy(app)));
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
    // Those of Node and of Amazon's client are read by them.
    const ours = (names as string[]).filter((name) => !/^(AWS|NODE)_/.test(name));
    const unread = new Set(ours.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)));
    expect([...unread]).toEqual([]);
  });
});
