import type { Environment } from '@mailroom/errors';

/** These belong to the command `mailroom` and the client, which may share a shell with the system. */
const clientVariables = ['MAILROOM_URL', 'MAILROOM_TOKEN', 'MAILROOM_TOKEN_FILE'];
/** All that an app or an image has; in Kubernetes every app gets the settings of all. A test holds the list. */
export const ownVariables = [
  'MAILROOM_BASE_URL',
  'MAILROOM_DATA_DIR',
  'MAILROOM_HOSTNAME',
  'MAILROOM_HTTP_HOST',
  'MAILROOM_HTTP_PORT',
  'MAILROOM_MAIL_DOMAINS',
  'MAILROOM_SECRET_KEY',
  'MAILROOM_SMTP_HOST',
  'MAILROOM_SMTP_PORT',
];
/** Kubernetes describes every service of the namespace to each pod in such variables. */
const serviceLink = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP)(_|$)/;

/** An environment that knows which of its variables were read. */
export class WatchedEnvironment {
  readonly #read = new Set<string>();
  readonly env: Environment;

  constructor(private readonly given: Environment) {
    this.env = new Proxy(given, {
      get: (target, name) => {
        if (typeof name === 'string') this.#read.add(name);
        return target[String(name)];
      },
    });
  }

  /** The `MAILROOM_…` variables that are set and that no app reads: most likely their names are misspelt. */
  unread(): string[] {
    const known = new Set([...this.#read, ...ownVariables, ...clientVariables]);
    return Object.keys(this.given)
      .filter((name) => name.startsWith('MAILROOM_') && !known.has(name) && !this.#isServiceLink(name))
      .sort();
  }

  /** One line for each such variable. */
  warnings(): string[] {
    const known = [...this.#read].filter((name) => name.startsWith('MAILROOM_')).sort();
    return this.unread().map((name) => `${name} is not a setting of Mailroom; these are: ${known.join(', ')}.`);
  }

  #isServiceLink(name: string): boolean {
    return serviceLink.test(name) || (this.given[name] ?? '').startsWith('tcp://');
  }
}
