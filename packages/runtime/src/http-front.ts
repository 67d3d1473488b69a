import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Scrape } from '@mailroom/observability';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Network, ProxiedConnections } from '@mailroom/network';
import { OpenConnections } from './open-connections.js';
import { staticFiles } from './static-files.js';
import {
  agentRefusal,
  type ClientError,
  namesTwoHosts,
  originFormOf,
  type RefusalShape,
  refuseTwoHosts,
  refuseUnreadable,
  targetOf,
} from './unreadable-requests.js';

/** Answers every request that it is given; its failures are its own. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

type Mounted =
  | { readonly app: NestFastifyApplication }
  | { readonly handler: Handler }
  /** The folder of a built site; `static-files.ts` says how it is served. */
  | { readonly files: string };

export type Mount = Mounted & {
  /** A path that begins with "/". Of several mounts that a request fits, the one with the longest prefix gets it. */
  readonly prefix: string;
  /** Further prefixes of the same, whose routes begin differently. */
  readonly otherPrefixes?: readonly string[];
  /** Paths that it serves below its prefix but that clients also request without it. */
  readonly aliases?: readonly string[];
  /** The page to which `GET /` leads a person who was given only the address; that of the last mount that has one. */
  readonly home?: string;
  /** How it refuses what never becomes a request; as the agent API does where it says nothing. */
  readonly refusal?: RefusalShape;
};

type Route = { readonly prefix: string; readonly handle: Handler; readonly refusal: RefusalShape };

const DRAIN_MS = 10_000;
/** How long a request may take to arrive; a client that sends it in trickles holds a connection for no longer. */
const ARRIVAL: ServerOptions = { requestTimeout: 120_000, headersTimeout: 20_000 };
/**
 * Longer than proxies keep a connection that nobody uses: if we closed it first, a request that is just on its way
 * would be lost.
 */
const KEEP_ALIVE_MS = 75_000;
/** What a handler sends to its own front: the key of the hop, a space, and the address of the client. */
export const HOP_HEADER = 'x-mailroom-hop';
/** Clients that met a start try again after this long. */
const STARTING_SECONDS = 1;
/** Probes wait a few seconds at most, and a database or broker that is cut off may not answer at all. */
const READINESS_MS = 2_000;

/**
 * One HTTP port for everything that is served: apps, each with its own container, plain handlers and built sites, each
 * below its path prefix, plus the two health checks and metrics.
 */
export class HttpFront {
  readonly #server: Server;
  readonly #routes: Route[] = [];
  readonly #apps: NestFastifyApplication[] = [];
  #closing: Promise<void> | undefined;
  #home: string | undefined;
  #complete = false;
  #proxied: ProxiedConnections | undefined;
  readonly #connections = new OpenConnections();
  /**
   * A secret of this process. A handler that calls its own front names with it the client for whom it calls, and the
   * rest of the process sees that client in the place of this machine.
   */
  readonly hopKey = randomBytes(16).toString('hex');
  /** The sources that `/metrics` reads beside the process's own counts. */
  readonly scrape = new Scrape();

  constructor(
    private readonly isReady: () => Promise<boolean>,
    arrival = ARRIVAL,
  ) {
    this.#server = createServer({ ...arrival, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
      this.#route(request, response);
    });
    this.#server.on('clientError', (error: ClientError, socket: Socket) => {
      // Whatever else were said would be taken for a part of the answer.
      if (this.#connections.isAnswering(socket)) return void socket.destroy();
      const target = this.#connections.arrivingOn(socket)?.url ?? targetOf(error);
      refuseUnreadable(error, socket, this.#refusalFor(target));
    });
    this.#server.on('connection', (socket: Socket) => this.#connections.made(socket));
  }

  /**
   * Makes connections from these networks begin with a header of the PROXY protocol, and whoever asks a
   * socket for its peer is told the client that the header names.
   */
  expectProxyHeaders(proxies: readonly Network[]): void {
    // Apps that share a process share these settings; one look for a header is all that a connection has.
    if (proxies.length === 0 || this.#proxied) return;
    const proxied = new ProxiedConnections(proxies);
    const accepts = this.#server.listeners('connection');
    this.#server.removeAllListeners('connection');
    this.#server.on('connection', (socket: Socket) =>
      proxied.identify(socket, ({ address, port }) => {
        Object.defineProperties(socket, { remoteAddress: { value: address }, remotePort: { value: port } });
        for (const accept of accepts) accept.call(this.#server, socket);
      }),
    );
    this.#proxied = proxied;
  }

  async mount(mount: Mount): Promise<void> {
    const { prefix, otherPrefixes = [], aliases = [], home, refusal = agentRefusal } = mount;
    this.#home = home ?? this.#home;
    const handle = await this.#handlerOf(mount);
    for (const path of [prefix, ...otherPrefixes]) this.#routes.push({ prefix: path, handle, refusal });
    for (const alias of aliases) {
      const handleAlias: Handler = (request, response) => {
        request.url = `${prefix}${request.url}`;
        handle(request, response);
      };
      this.#routes.push({ prefix: alias, handle: handleAlias, refusal });
    }
    this.#routes.sort((a, b) => b.prefix.length - a.prefix.length);
  }

  /** Says that everything is mounted: no path comes into being any more, and one at which there is nothing has none. */
  complete(): void {
    this.#complete = true;
  }

  /** Where this machine reaches it, once it listens. */
  get localUrl(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The prefix of the mount that gets a path, if there is one. */
  prefixFor(path: string): string | undefined {
    return this.#routeFor(path)?.prefix;
  }

  async listen(host: string, port: number): Promise<AddressInfo> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    return this.#server.address() as AddressInfo;
  }

  /**
   * Makes each answer end its connection, so that none is idle and about to be reused when this process closes.
   */
  leave(): void {
    this.#connections.lastAnswers();
  }

  /**
   * Accepts no more connections, makes the apps answer whoever waits, and ends when the requests under way are
   * answered.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.leave();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#proxied?.close();
    this.#server.closeIdleConnections();
    this.#connections.closeUnused();
    await Promise.all(this.#apps.map((app) => app.close()));
    const timer = setTimeout(() => this.#server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(timer);
  }

  async #handlerOf(mount: Mount): Promise<Handler> {
    if ('handler' in mount) return mount.handler;
    if ('files' in mount) return staticFiles(mount.files, mount.prefix);
    this.#apps.push(mount.app);
    await mount.app.init();
    const fastify = mount.app.getHttpAdapter().getInstance();
    await fastify.ready();
    return (request, response) => fastify.routing(request, response);
  }

  #route(request: IncomingMessage, response: ServerResponse): void {
    takeOriginForm(request);
    const path = pathOf(request.url ?? '/');
    this.#connections.asked(response);
    if (namesTwoHosts(request)) return refuseTwoHosts(response, this.#refusalFor(path));
    this.#recognizeHop(request);
    if (path === '/healthz') return answer(response, 200, { status: 'alive' });
    if (path === '/metrics') return void this.#answerScrape(response);
    if (path === '/readyz') return void this.#answerReadiness(response);
    const route = this.#routeFor(path);
    if (route) return route.handle(request, response);
    request.resume();
    if (!this.#complete) return refuseForNow(response);
    if (this.#home !== undefined && path === '/') return lead(response, this.#home);
    answer(response, 404, { error: 'not_found', message: 'There is nothing at this path.', fix: 'Check the path.' });
  }

  #routeFor(path: string): Route | undefined {
    return this.#routes.find(({ prefix }) => isBelow(prefix, path));
  }

  /** The form of the surface that a client was looking for, or that of all surfaces here. */
  #refusalFor(target: string | undefined): RefusalShape {
    const route = target === undefined ? undefined : this.#routeFor(pathOf(originFormOf(target).target));
    if (route) return route.refusal;
    const [first = agentRefusal, ...others] = new Set(this.#routes.map(({ refusal }) => refusal));
    return others.length === 0 ? first : agentRefusal;
  }

  #recognizeHop({ headers, socket }: IncomingMessage): void {
    const [key, client] = String(headers[HOP_HEADER] ?? '').split(' ');
    headers[HOP_HEADER] = undefined;
    if (key !== this.hopKey || !client) return;
    Object.defineProperty(socket, 'remoteAddress', { value: client, configurable: true });
  }

  async #answerScrape(response: ServerResponse): Promise<void> {
    const text = await this.scrape.text();
    response.writeHead(200, { 'content-type': this.scrape.contentType, 'cache-control': 'no-store' }).end(text);
  }

  async #answerReadiness(response: ServerResponse): Promise<void> {
    const silent = sleep(READINESS_MS, false, { ref: false });
    const ready = await Promise.race([this.isReady(), silent]).catch(() => false);
    answer(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready' });
  }
}

/** The host of an address that is named whole counts before that of the header. */
function takeOriginForm(request: IncomingMessage): void {
  const { host, target } = originFormOf(request.url ?? '');
  if (host === undefined) return;
  request.url = target;
  request.headers.host = host;
}

function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? target;
}

/** A longer word is another path: `/v10` is not below `/v1`. */
function isBelow(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && (prefix.endsWith('/') || !/\w/.test(path.charAt(prefix.length)));
}

/** It listens before all is mounted, and what is not there yet is not missing. */
function refuseForNow(response: ServerResponse): void {
  response.setHeader('retry-after', STARTING_SECONDS);
  answer(response, 503, {
    error: 'unavailable',
    message: 'The service is starting; try again.',
    fix: 'Send the request again in a few seconds.',
  });
}

function lead(response: ServerResponse, path: string): void {
  response.writeHead(302, { location: path, 'content-type': 'text/plain' }).end(`Go to ${path}\n`);
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
