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

/** These are not for operators to set: the image sets them, or a role that a cloud gives to the process. */
const setByOthers = new Set([
  'AWS_ROLE_ARN',
  'AWS_SESSION_TOKEN',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'MAILROOM_HTTP_HOST',
  'MAILROOM_HTTP_PORT',
  'MAILROOM_SMTP_HOST',
  'MAILROOM_SMTP_PORT',
  'MALLOC_ARENA_MAX',
  'NODE_ENV',
  'NODE_OPTIONS',
]);

/** Names each variable of an app that nobody can set without editing the file. */
export function problemsOfSettings(where, variables, app, settable) {
  if (!variables.apps.includes(app)) return [];
  const { required, optional } = variables.of(app);
  return [...required, ...optional]
    .filter((name) => !setByOthers.has(name) && !settable.has(name))
    .map((name) => `${where}: ${name} of ${app} can't be set.`);
}

/** The app in one of our images; null for anyone else's image. */
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
const secretUrl = /(?:^|:-)[a-z0-9+]+:\/\/[^/@:]*:(?!\$\{)[^/@]+@/;
/** A variable of .env without a default. */
const fromOutside = /^\$\{[A-Z0-9_]+:(?:\?[^}]*|-)\}$/;

/** Whether a value in a file gives a secret away. */
export function isSecret(name, value) {
  return (secretName.test(name) && value !== '' && !fromOutside.test(value)) || secretUrl.test(value);
}
