import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { keyOf } from './values.mjs';

/** Helm would not change a job; each release runs it again. */
const HOOK = {
  'helm.sh/hook': 'post-install,post-upgrade',
  'helm.sh/hook-delete-policy': 'before-hook-creation',
};
const CHECKSUM = 'checksum/settings';
/** The conditions on which a kind of object exists. */
const conditions = {
  ScaledObject: '.Values.autoscaling.enabled',
  HorizontalPodAutoscaler: '.Values.autoscaling.enabled',
  Ingress: '.Values.ingress.enabled',
};

/** The templates of the chart by file: the manifests, with a value wherever an overlay may differ. */
export function templatesOf(root) {
  const { resources, labels, configMapGenerator } = parse(
    readFileSync(join(root, 'k8s/base/kustomization.yaml'), 'utf8'),
  );
  const pairs = Object.assign({}, ...labels.map((label) => label.pairs));
  const templates = {};
  for (const name of resources) templates[name] = templateOf(join(root, 'k8s/base', name), pairs);
  templates['ingress.yaml'] = templateOf(join(root, 'k8s/overlays/production/ingress.yaml'), {});
  templates['settings.yaml'] = settingsTemplate(configMapGenerator[0].name, pairs);
  return templates;
}

function templateOf(path, pairs) {
  const source = readFileSync(path, 'utf8');
  if (source.includes('{{')) throw new Error(`${path} has braces that Helm would read.`);
  return parseAllDocuments(source)
    .map((document) => new Template(document, pairs).text())
    .join('---\n');
}

function settingsTemplate(name, pairs) {
  const labels = Object.entries(pairs).map(([key, value]) => `    ${key}: ${value}\n`);
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
  labels:
${labels.join('')}data:
  {{- toYaml .Values.settings | nindent 2 }}
`;
}

/** One manifest in which values become actions: they stand there as words while it is still YAML. */
class Template {
  #actions = [];

  constructor(document, pairs) {
    this.document = document;
    for (const [label, value] of Object.entries(pairs)) this.#set(['metadata', 'labels', label], value);
  }

  text() {
    const { kind, metadata } = this.document.toJS();
    this.#open(kind, metadata.name);
    this.document.directives.docStart = null;
    const text = this.document
      .toString({ lineWidth: 0, flowCollectionPadding: false })
      .replace(/^( *)(.*: )\bACTION(\d+)\b$/gm, (_, indent, key, index) => this.#line(indent, key, index))
      .replaceAll(/\bACTION(\d+)\b/g, (_, index) => `{{ ${this.#actions[index]} }}`);
    const condition = conditions[kind];
    return condition ? `{{- if ${condition} }}\n${text}{{- end }}\n` : text;
  }

  #open(kind, name) {
    const app = `.Values.${keyOf(name)}`;
    if (kind === 'Deployment' || kind === 'Job') this.#openWorkload(kind, name, app);
    if (kind === 'HorizontalPodAutoscaler') {
      this.#action(['spec', 'minReplicas'], `${app}.replicas.min`);
      this.#action(['spec', 'maxReplicas'], `${app}.replicas.max`);
    }
    if (kind === 'ScaledObject') this.#openScaler(app);
    if (kind === 'NetworkPolicy' && name === 'data') this.#action(['spec', 'egress'], 'toYaml .Values.dataEgress');
    if (kind === 'Ingress') this.#openIngress();
  }

  #openWorkload(kind, name, app) {
    const container = ['spec', 'template', 'spec', 'containers', 0];
    const image = this.document.getIn([...container, 'image']).replace(/^mailroom\//, '');
    this.#set(
      [...container, 'image'],
      `${this.#word('.Values.image.repository')}/${image}:${this.#word('.Values.image.tag')}`,
    );
    this.#action([...container, 'resources'], `toYaml ${app}.resources`);
    if (kind === 'Job')
      for (const [key, value] of Object.entries(HOOK)) this.#set(['metadata', 'annotations', key], value);
    // A pod reads its settings once, so it has to be a new one when they change.
    else if (this.document.hasIn([...container, 'envFrom']))
      this.#action(['spec', 'template', 'metadata', 'annotations', CHECKSUM], 'toYaml .Values.settings | sha256sum');
  }

  #openScaler(app) {
    this.#action(['spec', 'minReplicaCount'], `${app}.replicas.min`);
    this.#action(['spec', 'maxReplicaCount'], `${app}.replicas.max`);
    this.#action(['spec', 'fallback', 'replicas'], `${app}.replicas.min`);
    const { triggers } = this.document.toJS().spec;
    for (const [index, { metadata }] of triggers.entries()) {
      if (!metadata.url) continue;
      const url = metadata.url.replace('.mailroom.svc', `.${this.#word('.Release.Namespace')}.svc`);
      this.#set(['spec', 'triggers', index, 'metadata', 'url'], url);
    }
  }

  #openIngress() {
    this.#action(['metadata', 'annotations'], 'toYaml .Values.ingress.annotations');
    this.#action(['spec', 'ingressClassName'], '.Values.ingress.className');
    this.#set(['spec', 'tls', 0, 'hosts'], [this.#word('.Values.ingress.host')]);
    this.#action(['spec', 'rules', 0, 'host'], '.Values.ingress.host');
  }

  #set(path, value) {
    this.document.setIn(path, this.document.createNode(value));
  }

  #action(path, action) {
    this.#set(path, this.#word(action));
  }

  #word(action) {
    return `ACTION${this.#actions.push(action) - 1}`;
  }

  /** A value alone on its line; a map or a list begins on the next one. */
  #line(indent, key, index) {
    const action = this.#actions[index];
    if (!action.startsWith('toYaml') || action.includes('|')) return `${indent}${key}{{ ${action} }}`;
    return `${indent}${key.trimEnd()}\n${indent}  {{- ${action} | nindent ${indent.length + 2} }}`;
  }
}

/** The object without what only Helm needs. */
export function plain(object) {
  const result = structuredClone(object);
  for (const metadata of [result.metadata, result.spec?.template?.metadata]) {
    for (const key of [...Object.keys(HOOK), CHECKSUM]) delete metadata?.annotations?.[key];
    if (Object.keys(metadata?.annotations ?? { any: 1 }).length === 0) delete metadata.annotations;
  }
  return result;
}
