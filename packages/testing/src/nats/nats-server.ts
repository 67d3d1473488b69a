import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../until.js';
import { findNatsServer } from './nats-binary.js';

export type NatsServer = {
  readonly url: string;
  /** As a crash would: without a word to anybody. */
  kill(): Promise<void>;
  /** On the same port, with what its storage holds. */
  start(): Promise<void>;
  /** Empties the storage; the server must be down. */
  wipe(): Promise<void>;
  /** Stops it and removes its storage. */
  close(): Promise<void>;
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    // The first thing that the server says is INFO.
    await once(socket, 'data');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A NATS server with JetStream, on a port and a storage directory of its own; `args` are those of nats-server. */
export async function startNats(args: readonly string[] = []): Promise<NatsServer> {
  const server = await createNats(args);
  await server.start();
  return server;
}

export type NatsCluster = {
  /** All of them, with commas between. */
  readonly url: string;
  readonly servers: readonly NatsServer[];
  close(): Promise<void>;
};

/** Servers that keep JetStream's streams together. */
export async function startNatsCluster(size: number): Promise<NatsCluster> {
  const ports = await Promise.all(Array.from({ length: size }, freePort));
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`);
  const servers = await Promise.all(
    routes.map((route, index) =>
      createNats(['-n', `n${index}`, '-cluster_name', 'test', '-cluster', route, '-routes', routes.join(',')]),
    ),
  );
  await Promise.all(servers.map((server) => server.start()));
  return {
    url: servers.map(({ url }) => url).join(','),
    servers,
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

/** One that is not started yet. */
async function createNats(args: readonly string[]): Promise<NatsServer> {
  const binary = await findNatsServer();
  const directory = await mkdtemp(join(tmpdir(), 'mailroom-nats-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const kill = async () => {
    const running = child;
    child = undefined;
    if (running?.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  const start = async () => {
    const started = spawn(binary, ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', directory, ...args], {
      stdio: 'ignore',
    });
    child = started;
    await until(() => started.exitCode !== null || answers(port), { what: 'an answer of nats-server' });
    if (started.exitCode !== null) throw new Error(`nats-server ended with code ${started.exitCode}.`);
  };
  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    start,
    wipe: async () => {
      if (child) throw new Error('The server must be down.');
      await rm(directory, { recursive: true, force: true });
      await mkdir(directory);
    },
    close: async () => {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
