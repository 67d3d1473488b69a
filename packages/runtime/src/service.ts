import type { StartedParts } from '@mailroom/concurrency';
import type { Database } from '@mailroom/database';
import type { Complain, Environment } from '@mailroom/errors';
import type { GaugeSource, Log } from '@mailroom/observability';
import type { HttpFront } from './http-front.js';
import type { AppResources } from './resources.module.js';

/** The resources of a running process, which always has a log. */
export type ServiceResources = AppResources & { readonly log: Log };

/** Where an app is started, alone or beside others. */
export type Place = {
  readonly resources: ServiceResources;
  /** It listens already, and serves what the app mounts. */
  readonly front: HttpFront;
  /** It gets what the app opens, and closes it again, also when the start fails half way. */
  readonly parts: StartedParts;
};

/** Where a process listens. */
export type Listening = { readonly protocol: 'HTTP' | 'SMTP'; readonly address: string; readonly port: number };

type Traits = {
  readonly name: string;
  /** It signs with secrets that lie sealed in the database, and so can't do without their key. */
  readonly opensSecrets: boolean;
  /** True if it reads or writes the search index, which may be in a database of its own. */
  readonly searches?: boolean;
  /** True if it writes or removes blobs, and so does not start where it can't. */
  readonly writesBlobs?: boolean;
  /** True if it writes events, and so has to bring them from the outbox to the bus. */
  readonly writesEvents: boolean;
  /**
   * Whether the app can do nothing without the broker. If it can, it starts and stays ready while the broker is away,
   * and its events wait in the outbox.
   */
  readonly needsBroker: boolean;
};

type Declaration<Config> = Traits & {
  /** Reads the variables that only this app has. */
  readonly load: (env: Environment, complain: Complain) => Config;
  /** What it reports about the database. Sources of the same name are one, whichever app reports it. */
  readonly gauges: (database: Database, config: Config) => readonly GaugeSource[];
  /** Builds the app and starts it; returns where it listens, apart from `front`. */
  readonly start: (place: Place, config: Config) => Promise<Listening | void>;
};

/** An app with its settings, which waits for its start. */
export type App = {
  readonly gauges: (database: Database) => readonly GaugeSource[];
  readonly start: (place: Place) => Promise<Listening | void>;
};

/** An app as it is declared, once, for its own process and for `standalone`. */
export type Service = Traits & { readonly load: (env: Environment, complain: Complain) => App };

export function defineService<Config>({ load, gauges, start, ...traits }: Declaration<Config>): Service {
  return {
    ...traits,
    load: (env, complain) => {
      const config = load(env, complain);
      return { gauges: (database) => gauges(database, config), start: (place) => start(place, config) };
    },
  };
}

/**
 * Starts apps one after the other. They close in reverse; after them `front` answers the calls that are under way, while
 * the resources are still open.
 */
export async function startApps(apps: readonly App[], place: Place): Promise<Listening[]> {
  const { resources, front, parts } = place;
  const sources = apps.flatMap((app) => app.gauges(resources.database));
  front.scrape.add(...new Map(sources.map((source) => [source.name, source])).values());
  parts.add(() => front.close(), 'the HTTP front');
  const listening: Listening[] = [];
  for (const app of apps) {
    const place = await app.start({ resources, front, parts });
    if (place) listening.push(place);
  }
  front.complete();
  return listening;
}
