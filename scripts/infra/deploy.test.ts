import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { commands } from '@mailroom/standalone';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const guide = read('docs/deploy.md');
const compose: { services: Record<string, unknown> } = parse(read('docker-compose.yml'), { merge: true });
const base = readdirSync(join(root, 'k8s/base')).map((file) => read(`k8s/base/${file}`));
const objects = base.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS()));

/** The first group of every match in the guide, without duplicates. */
function named(pattern: RegExp): string[] {
  return [...new Set([...guide.matchAll(pattern)].map(([, name]) => name ?? ''))];
}

describe('docs/deploy.md', () => {
  it('names commands of the operator that there are', () => {
    const nouns = new Set(Object.keys(commands).map((name) => name.split(' ')[0]));
    const called = named(/(?:ops\.js |`)([a-z]+ [a-z-]+)\b/g).filter((name) => nouns.has(name.split(' ')[0] ?? ''));
    expect(called).toEqual(expect.arrayContaining(['tokens issue', 'domains list', 'events forget', 'jobs resolve']));
    expect(called.filter((name) => !(name in commands))).toEqual([]);
    // Every complete call must be one of them, too.
    expect(named(/ops\.js ([a-z]+ [a-z-]+)/g).filter((name) => !(name in commands))).toEqual([]);
  });

  it('names files and documents that are there', () => {
    const files = named(/((?:k8s|infra|helm)\/[\w./-]*\w)/g).filter((path) => path !== 'k8s/overlays/mine');
    expect(files).toEqual(
      expect.arrayContaining(['k8s/overlays/production', 'infra/Dockerfile', 'helm/mailroom/values.yaml']),
    );
    const documents = named(/\]\(([\w-]+\.md)\)/g).map((name) => `docs/${name}`);
    expect([...files, ...documents].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names services of the Compose file, and variables that it reads', () => {
    const services = [
      ...named(/docker compose run --rm ([\w-]+)/g),
      ...named(/--wait ([a-z][\w-]+)$/gm),
      ...named(/--scale ([\w-]+)=/g),
      ...named(/docker compose logs --follow ([\w-]+)/g),
    ];
    expect(services).toEqual(expect.arrayContaining(['prepare', 'outbound', 'mailbox-api']));
    expect(services.filter((name) => !(name in compose.services))).toEqual([]);
    const block = /cat >> \.env <<'EOF'\n([^]*?)EOF/.exec(guide)?.[1] ?? '';
    const variables = [...block.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name);
    expect(variables).toContain('MAILROOM_SITE');
    for (const name of [
      ...variables,
      'POSTGRES_PASSWORD',
      'S3_SECRET_KEY',
      'MAILROOM_SECRET_KEY',
      'OUTBOUND_RELAY_URL',
    ]) {
      expect(read('docker-compose.yml')).toContain(`\${${name}:`);
    }
  });

  it('names workloads of the manifests, every key of their secret, and every image', () => {
    const names = objects.map((object) => object?.metadata?.name);
    const workloads = [...named(/deploy\/([\w-]+)/g), ...named(/job\/([\w-]+)/g), ...named(/get service ([\w-]+)/g)];
    expect(workloads).toEqual(expect.arrayContaining(['operator', 'prepare', 'smtp-ingest']));
    expect(workloads.filter((name) => !names.includes(name))).toEqual([]);
    const keys = base.flatMap((text) => [...text.matchAll(/secretKeyRef:\s+name: mailroom\s+key: (\S+)/g)]);
    const wanted = new Set(keys.map(([, key]) => key));
    expect(new Set(named(/--from-literal=([\w-]+)=/g))).toEqual(wanted);
    const images = new Set(
      base.flatMap((text) => [...text.matchAll(/image: mailroom\/(\S+)/g)]).map(([, name]) => name),
    );
    expect(new Set(/for app in (.*); do/.exec(guide)?.[1]?.split(' '))).toEqual(images);
  });

  it('names the secrets that are mounted', () => {
    const overlay = readdirSync(join(root, 'k8s/overlays/production')).map((file) =>
      read(`k8s/overlays/production/${file}`),
    );
    const texts = [...base, ...overlay];
    const mounted = texts.flatMap((text) => [...text.matchAll(/secretName: ([\w-]+)/g)]).map(([, name]) => name);
    const created = named(/create secret (?:tls|generic) ([\w-]+)/g).filter((name) => name !== 'mailroom');
    expect(new Set(created)).toEqual(new Set(mounted));
  });
});
