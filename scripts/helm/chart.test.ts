import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { CHART, chartOf, checkChart } from './chart.mjs';
import { difference, fromYaml, merged, render } from './render.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'mailroom-helm-'));
  for (const part of ['helm', 'k8s', 'package.json']) cpSync(join(root, part), join(copy, part), { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true }));

const read = (file: string) => readFileSync(join(copy, file), 'utf8');

function change(file: string, from: string, to: string): void {
  if (!read(file).includes(from)) throw new Error(`${file} has no ${from}.`);
  writeFileSync(join(copy, file), read(file).replace(from, to));
}

function writeChart(): void {
  for (const [name, text] of Object.entries(chartOf(copy))) {
    const path = join(copy, CHART, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, String(text));
  }
}

describe('the Helm chart', () => {
  it('renders to the objects of the base and of both overlays', () => {
    expect(checkChart(copy)).toEqual([]);
  });

  it.each([
    ['k8s/base/outbound.yaml', 'memory: 768Mi', 'memory: 1Gi', 'values.yaml'],
    ['k8s/base/outbound.yaml', 'path: /readyz', 'path: /healthz', 'templates/outbound.yaml'],
    ['k8s/overlays/production/kustomization.yaml', 'LOG_LEVEL=warn', 'LOG_LEVEL=error', 'values-production.yaml'],
    [`${CHART}/templates/network.yaml`, 'port: 4318', 'port: 4319', 'templates/network.yaml'],
    [`${CHART}/Chart.yaml`, 'version: ', 'version: 9', 'Chart.yaml'],
  ])('is out of date where %s has another %s', (file, from, to, stale) => {
    change(file, from, to);
    expect(checkChart(copy)).toEqual([`${CHART}/${stale} is not up to date.`]);
  });

  it('is wrong where an overlay says what no value can', () => {
    const patch = `patches:
  - target: { kind: Deployment, name: indexer }
    patch: |
      - { op: replace, path: /spec/revisionHistoryLimit, value: 9 }`;
    change('k8s/overlays/production/kustomization.yaml', 'patches:', patch);
    writeChart();
    expect(checkChart(copy)).toEqual([
      'values-production.yaml: Deployment indexer is not what k8s/overlays/production says.',
    ]);
  });

  it('follows its values', () => {
    const files = chartOf(copy);
    const templates = Object.fromEntries(Object.entries(files).filter(([name]) => name.startsWith('templates/')));
    const values = merged(fromYaml(files['values.yaml']), {
      image: { repository: 'registry.example.com/mail', tag: '1.10' },
      settings: { RATE_LIMIT_RPS: '7' },
      ingress: { enabled: true, host: 'post.example.net' },
    });
    const objects = render(templates, values, { Namespace: 'post' });
    const find = (kind: string, name: string) =>
      objects.find((object) => object.kind === kind && object.metadata.name === name);
    const [container] = find('Deployment', 'indexer').spec.template.spec.containers;
    expect(container.image).toBe('registry.example.com/mail/indexer:1.10');
    expect(find('ConfigMap', 'mailroom').data).toMatchObject({ RATE_LIMIT_RPS: '7', LOG_LEVEL: 'info' });
    expect(find('Ingress', 'mailroom').spec.rules[0].host).toBe('post.example.net');
    const { triggers } = find('ScaledObject', 'indexer').spec;
    expect(triggers[0].metadata.url).toBe('http://mailbox-api.post.svc/metrics');
  });

  it('gives new pods to new settings', () => {
    const files = chartOf(copy);
    const values = fromYaml(files['values.yaml']);
    const checksum = (settings: object) => {
      const [pod] = render({ a: files['templates/indexer.yaml'] }, merged(values, { settings }));
      return pod.spec.template.metadata.annotations['checksum/settings'];
    };
    expect(checksum({})).toMatch(/^[0-9a-f]{64}$/);
    expect(checksum({ LOG_LEVEL: 'debug' })).not.toBe(checksum({}));
  });

  it('refuses settings that there are not, and numbers', () => {
    const isValid = new Ajv().compile(JSON.parse(read(`${CHART}/values.schema.json`)));
    expect(isValid(fromYaml(read(`${CHART}/values.yaml`)))).toBe(true);
    expect(isValid({ settings: { LOG_LEVLE: 'info' } })).toBe(false);
    expect(isValid({ settings: { RATE_LIMIT_RPS: 7 } })).toBe(false);
    expect(isValid({ image: { tag: 1.1 } })).toBe(false);
  });
});

describe('the renderer', () => {
  const lines = (template: string, values: object) => render({ template }, values);

  it('reads what Helm reads: conditions within conditions, quotes, indented YAML', () => {
    const template = `a:
{{- if .Values.yes }}
  b: {{ .Values.off | quote }}
  {{- if .Values.no }}
  c: {{ .Values.missing }}
  {{- end }}
  d:
    {{- toYaml .Values.map | nindent 4 }}
{{- end }}
`;
    const values = { yes: true, no: false, off: 'off', map: { word: 'on', list: [1, 'x: y'] } };
    expect(lines(template, values)).toEqual([{ a: { b: 'off', d: { word: 'on', list: [1, 'x: y'] } } }]);
  });

  it.each([
    ['a: {{ .Values.b }}', /no \.Values\.b/],
    ['a: {{ include "b" . }}', /not understood/],
    ['a: {{ .Values.a | upper }}', /no function "upper"/],
    ['{{ if .Values.a }}', /without its end/],
    ['{{ end }}', /without its if/],
    ['a: {{ .Values.map }}', /no scalar/],
  ])('refuses %s', (template, problem) => {
    expect(() => lines(template, { a: 'x', map: {} })).toThrow(problem);
  });

  it('finds the least that makes one set of values of another', () => {
    const from = { a: { b: 1, c: [1, 2] }, d: 'x' };
    const to = { a: { b: 2, c: [1, 2] }, d: 'x' };
    expect(difference(from, to)).toEqual({ a: { b: 2 } });
    expect(merged(from, difference(from, to))).toEqual(to);
  });
});
