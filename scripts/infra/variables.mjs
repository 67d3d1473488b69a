import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What infra/variables.json says: which app reads which variables, and which it can't do without in production. */
export function readVariables(root) {
  const { every, apps, operator } = JSON.parse(readFileSync(join(root, 'infra/variables.json'), 'utf8'));
  return {
    apps: Object.keys(apps),
    of: (app) => {
      if (app === 'standalone') return operator;
      const own = apps[app] ?? { required: [], optional: [] };
      return {
        required: [...every.required, ...own.required],
        optional: [...every.optional, ...own.optional],
      };
    },
  };
}

/** The app that an image of ours holds; null for an image of others. */
export function appOfImage(image) {
  return /^mailroom\/([a-z-]+)(?::|$)/.exec(image ?? '')?.[1] ?? null;
}

/** What is wrong with the variables that a container of this app gets. */
export function problemsOfVariables(where, root, variables, app, names) {
  if (!existsSync(join(root, 'apps', app))) return [`${where}: there is no apps/${app}.`];
  const { required, optional } = variables.of(app);
  const known = new Set([...required, ...optional]);
  const set = new Set(names);
  return [
    ...[...set].filter((name) => !known.has(name)).map((name) => `${where}: ${app} does not read ${name}.`),
    ...required.filter((name) => !set.has(name)).map((name) => `${where}: ${app} needs ${name}.`),
  ];
}

const secretName = /PASSWORD|SECRET|TOKEN(?!_FILE)/;
const secretUrl = /^[a-z0-9+]+:\/\/[^/@:]*:(?!\$\{)[^/@]+@/;

/** Whether a value that stands in a file gives a secret away. */
export function isSecret(name, value) {
  return (secretName.test(name) && !/^\$\{[A-Z0-9_]+:\?/.test(value)) || secretUrl.test(value);
}
