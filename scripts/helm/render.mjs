import { createHash } from 'node:crypto';
import { parse, parseAllDocuments, stringify } from 'yaml';

/** Helm and Kubernetes read YAML 1.1, in which `off` is false. */
const yaml = { version: '1.1', lineWidth: 0 };

/** YAML as Helm writes and reads it. */
export const toYaml = (value) => stringify(value, yaml);
export const fromYaml = (text) => parse(text, yaml);

/**
 * Renders templates as Helm does, as far as our chart needs it: values, `if`, `quote`, `toYaml`, `nindent`, `sha256sum`.
 * Whatever else stands between braces is an error.
 */
export function render(templates, values, release = { Namespace: 'mailroom' }) {
  const texts = Object.values(templates).map((template) => renderText(template, { Values: values, Release: release }));
  return texts.flatMap((text) => parseAllDocuments(text, yaml).map(objectOf)).filter((object) => object);
}

function objectOf(document) {
  if (document.errors.length > 0) throw document.errors[0];
  return document.toJS();
}

function renderText(template, scope) {
  let text = '';
  /** Whether each `if` that is open holds. */
  const open = [];
  for (const [, literal, trims, action] of template.matchAll(/([^]*?)(?:\{\{(-?) *(.*?) *\}\}|$)/g)) {
    const holds = open.every(Boolean);
    if (holds) text += trims === '-' ? literal.trimEnd() : literal;
    if (action === undefined) continue;
    const [, condition] = /^if (\S+)$/.exec(action) ?? [];
    if (condition) open.push(Boolean(holds && valueOf(condition, scope)));
    else if (action === 'end') {
      if (open.pop() === undefined) throw new Error('There is an end without its if.');
    } else if (holds) text += evaluate(action, scope);
  }
  if (open.length > 0) throw new Error('There is an if without its end.');
  return text;
}

function evaluate(action, scope) {
  const [first, ...functions] = action.split(/ *\| */);
  const [, isYaml, path] = /^(toYaml )?(\.\S+)$/.exec(first) ?? [];
  if (path === undefined) throw new Error(`"${action}" is not understood.`);
  const value = valueOf(path, scope);
  const start = isYaml ? toYaml(value).trimEnd() : value;
  if (!isYaml && typeof start === 'object') throw new Error(`${path} is no scalar.`);
  return functions.reduce(apply, String(start));
}

function apply(text, call) {
  const [, indent] = /^nindent (\d+)$/.exec(call) ?? [];
  if (indent) return `\n${text.replace(/^/gm, ' '.repeat(Number(indent)))}`;
  if (call === 'quote') return JSON.stringify(text);
  if (call === 'sha256sum') return createHash('sha256').update(text).digest('hex');
  throw new Error(`There is no function "${call}".`);
}

function valueOf(path, scope) {
  const keys = path.slice(1).split('.');
  const value = keys.reduce((part, key) => part?.[key], scope);
  if (value === undefined) throw new Error(`There is no ${path}.`);
  return value;
}

/** The values of a chart with those of a file in their place; lists are replaced as a whole. */
export function merged(values, others) {
  if (!isMap(values) || !isMap(others)) return others;
  const result = { ...values };
  for (const [key, other] of Object.entries(others)) result[key] = key in values ? merged(values[key], other) : other;
  return result;
}

/** What `others` has that differs from `values`, so that merging it gives `others`. */
export function difference(values, others) {
  const result = {};
  for (const [key, other] of Object.entries(others)) {
    if (isMap(values[key]) && isMap(other)) {
      const inner = difference(values[key], other);
      if (Object.keys(inner).length > 0) result[key] = inner;
    } else if (JSON.stringify(values[key]) !== JSON.stringify(other)) result[key] = other;
  }
  return result;
}

const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
