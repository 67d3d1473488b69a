import { APPS, type AppName, type SeparateApps, type ServiceProcess } from '@mailroom/testing';

/** The apps as an operator keeps them running: a process that ends is started again at once. */
export class Fleet {
  /** The number of kills of each app. */
  readonly kills: Record<AppName, number>;
  /** The output of processes that ended without having been killed. */
  readonly crashes: string[] = [];
  readonly #killed = new Set<ServiceProcess>();
  readonly #readyAt = new WeakMap<ServiceProcess, number>();

  constructor(readonly apps: SeparateApps) {
    this.kills = Object.fromEntries(APPS.map((app) => [app, 0])) as Record<AppName, number>;
  }

  /** The ports of the replicas that have said that they are ready. */
  ports(app: AppName, protocol: 'HTTP' | 'SMTP'): number[] {
    return this.ready(app).map((service) => service.port(protocol));
  }

  ready(app: AppName): ServiceProcess[] {
    const ready = this.apps.replicas[app].filter((service) => service.port('HTTP') > 0 && isRunning(service));
    for (const service of ready) if (!this.#readyAt.has(service)) this.#readyAt.set(service, Date.now());
    return ready;
  }

  /** How long it has been ready, as far as we have seen. */
  readyForMs(service: ServiceProcess): number {
    return Date.now() - (this.#readyAt.get(service) ?? Date.now());
  }

  /** Kills a replica in the middle of its work and starts another in its place, without waiting for it. */
  async kill(service: ServiceProcess): Promise<void> {
    const app = service.app as AppName;
    this.kills[app] += 1;
    await this.end(service);
    this.#replace(app, service);
  }

  /** Kills a replica without replacing it. */
  async end(service: ServiceProcess): Promise<void> {
    this.#killed.add(service);
    await service.kill();
  }

  /** Starts what is down: what was ended, and what crashed, which is recorded. */
  revive(): void {
    for (const app of APPS) {
      for (const service of this.apps.replicas[app]) {
        if (isRunning(service)) continue;
        if (!this.#killed.has(service)) this.crashes.push(`${app}: ${service.output().slice(-2_000)}`);
        this.#replace(app, service);
      }
    }
  }

  #replace(app: AppName, service: ServiceProcess): void {
    const replicas = this.apps.replicas[app];
    replicas[replicas.indexOf(service)] = this.apps.spawn(app);
  }
}

function isRunning(service: ServiceProcess): boolean {
  return service.isAlive();
}
