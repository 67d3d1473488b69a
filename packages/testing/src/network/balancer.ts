import { once } from 'node:events';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** One port in front of several; while it has no targets it closes every connection. */
export type Balancer = {
  readonly port: number;
  /** The ports on 127.0.0.1 that take turns. */
  setTargets(ports: readonly number[]): void;
  close(): Promise<void>;
};

/** One that also looks at the path. */
export type HttpBalancer = Omit<Balancer, 'setTargets'> & {
  /** The ports on 127.0.0.1 that take turns with requests below a prefix; without one, with all other requests. */
  setTargets(ports: readonly number[], prefix?: string): void;
};

/** Larger than any replica's own limit, so that each replica does its own refusing. */
const MAX_HEADER_BYTES = 1024 * 1024;
/** As long as the apps keep theirs: Node would end a connection that is idle for five seconds, just when it is used again. */
const KEEP_ALIVE_MS = 75_000;
/** The time allowed for answers under way, which end soon if their targets have ended. */
const DRAIN_MS = 5_000;

class Turns {
  #ports: readonly number[] = [];
  #next = 0;

  set(ports: readonly number[]): void {
    this.#ports = ports;
  }

  take(): number | undefined {
    const port = this.#ports[this.#next % this.#ports.length];
    this.#next += 1;
    return port;
  }
}

async function listen(server: HttpServer | Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * Gives each HTTP request to the next target, whatever connection it came on; bodies and streams pass through as they
 * arrive.
 */
export async function balanceHttp(): Promise<HttpBalancer> {
  const turns = new Turns();
  const byPrefix = new Map<string, Turns>();
  // Of several prefixes that fit, the longest says more.
  const turnsFor = (path: string) => {
    const fitting = [...byPrefix].filter(([prefix]) => path.startsWith(prefix));
    return fitting.sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? turns;
  };
  const limits = { maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createHttpServer(limits, (request, response) => {
    const port = turnsFor(request.url ?? '').take();
    if (port === undefined) response.writeHead(503).end();
    else passOn(request, response, port);
  });
  const port = await listen(server);
  return {
    port,
    setTargets: (ports, prefix) => {
      const own = prefix === undefined ? turns : (byPrefix.get(prefix) ?? new Turns());
      if (prefix !== undefined) byPrefix.set(prefix, own);
      own.set(ports);
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}

function passOn(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url: path, rawHeaders: headers } = request;
  // The headers pass as the client wrote them, repeated ones too. There is no agent, because a kept connection may end
  // just when it is used.
  const options = { host: '127.0.0.1', port, method, path, headers, agent: false, maxHeaderSize: MAX_HEADER_BYTES };
  const upstream = httpRequest(options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', withoutConnection(answer.rawHeaders));
    response.flushHeaders();
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  upstream.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  response.on('close', () => {
    upstream.destroy();
    // The client reads an early answer once it has written everything.
    request.unpipe().resume();
  });
  request.pipe(upstream);
}

/** Names and values alternate; what the target says about its connection is not meant for the client. */
function withoutConnection(rawHeaders: readonly string[]): string[] {
  const isAboutIt = (index: number) => /^(connection|keep-alive)$/i.test(rawHeaders[index - (index % 2)] ?? '');
  return rawHeaders.filter((_, index) => !isAboutIt(index));
}

/** Gives each connection to the next target. */
export async function balanceTcp(): Promise<Balancer> {
  const turns = new Turns();
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const port = turns.take();
    if (port === undefined) return client.destroy();
    const target = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        if (socket.errored) other.destroy();
      });
      socket.pipe(other);
    }
  });
  const port = await listen(server);
  return {
    port,
    setTargets: (ports) => turns.set(ports),
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
