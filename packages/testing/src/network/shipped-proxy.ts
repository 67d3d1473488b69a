import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The shipped proxy's rules for its upstreams; times are in milliseconds. */
export type ProxyRules = {
  readonly healthPath: string;
  readonly healthIntervalMs: number;
  readonly healthTimeoutMs: number;
  /** How long a request waits for an upstream that takes its connection. */
  readonly tryMs: number;
};

export type ShippedProxy = {
  readonly port: number;
  /** The proxy's own answers, given when no upstream answered. */
  readonly own: readonly number[];
  close(): Promise<void>;
};

const TRY_INTERVAL_MS = 250;
/** How long Caddy keeps a client's connection that nobody uses, by default. */
const IDLE_MS = 300_000;
const refusals = new Set(['ECONNREFUSED', 'EHOSTUNREACH']);

/** Reads those rules from a Caddyfile. @throws if one of them is missing */
export async function readProxyRules(caddyfile: string): Promise<ProxyRules> {
  const text = await readFile(caddyfile, 'utf8');
  const rule = (name: string): string => {
    const [, value] = new RegExp(`^\\s*${name} (\\S+)$`, 'm').exec(text) ?? [];
    if (value === undefined) throw new Error(`${caddyfile} has no ${name}.`);
    return value;
  };
  const seconds = (name: string) => Number(/^(\d+)s$/.exec(rule(name))?.[1]) * 1_000;
  return {
    healthPath: rule('health_uri'),
    healthIntervalMs: seconds('health_interval'),
    healthTimeoutMs: seconds('health_timeout'),
    tryMs: seconds('lb_try_duration'),
  };
}

/**
 * A proxy that does what Caddy does by these rules: it checks the health of its upstreams regularly; a request goes to
 * a healthy one, and to another only if the connection was refused; connections are kept for the next request.
 */
export async function startShippedProxy(rules: ProxyRules, ports: () => readonly number[]): Promise<ShippedProxy> {
  const own: number[] = [];
  const agent = new Agent({ keepAlive: true });
  const health = new Map<number, boolean>();
  const closing = new AbortController();
  const checks = watchHealth(rules, ports, health, closing.signal);
  const answer = (response: ServerResponse, status: number) => {
    own.push(status);
    response.writeHead(status).end();
  };
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: IDLE_MS }, (request, response) => {
    void (async () => {
      const body = await readAll(request);
      const deadline = performance.now() + rules.tryMs;
      for (let turn = 0; performance.now() < deadline; turn += 1) {
        const healthy = ports().filter((port) => health.get(port) !== false);
        const port = healthy[(own.length + turn + Math.floor(Math.random() * healthy.length)) % healthy.length];
        const outcome = port === undefined ? 'refused' : await passOn(request, body, response, { port, agent });
        if (outcome === 'passed') return;
        if (outcome === 'broken') return answer(response, 502);
        await sleep(TRY_INTERVAL_MS);
      }
      answer(response, 503);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    own,
    close: async () => {
      closing.abort();
      await checks;
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

async function watchHealth(
  { healthPath, healthIntervalMs, healthTimeoutMs }: ProxyRules,
  ports: () => readonly number[],
  health: Map<number, boolean>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const check = async (port: number) => {
      const timeout = AbortSignal.timeout(healthTimeoutMs);
      const healthy = await fetch(`http://127.0.0.1:${port}${healthPath}`, { signal: timeout }).then(
        ({ ok }) => ok,
        () => false,
      );
      health.set(port, healthy);
    };
    await Promise.all(ports().map(check));
    await sleep(healthIntervalMs, undefined, { signal }).catch(() => undefined);
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function passOn(
  { method, url: path, rawHeaders: headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  { port, agent }: { readonly port: number; readonly agent: Agent },
): Promise<'passed' | 'refused' | 'broken'> {
  return new Promise((resolve) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, { 'content-type': incoming.headers['content-type'] ?? '' });
      response.flushHeaders();
      incoming.pipe(response);
      resolve('passed');
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (response.headersSent) response.destroy();
      else resolve(refusals.has(error.code ?? '') ? 'refused' : 'broken');
    });
    response.on('close', () => outgoing.destroy());
    outgoing.end(body);
  });
}
