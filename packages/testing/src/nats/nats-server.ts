import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort } from '../network/free-port.js';
import { until } from '../until.js';
import { findNatsServer } from './nats-binary.js';

export type NatsServer = {
  readonly url: string;
  /** Kills it as a crash would, without a word to anybody. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with what its storage holds. */
  start(): Promise<void>;
  /** Empties the storage; the server must be down. */
  wipe(): Promise<void>;
  /** Stops it and removes its storage. */
  close(): Promise<void>;
};

/** Whether it is this server that answers: another suite's may have taken the port meanwhile. */
async function answers(port: number, name: string): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    // The server's first word is INFO, with its name.
    const [greeting] = (await once(socket, 'data')) as [Buffer];
    return greeting.toString().includes(`"server_name":"${name}"`);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A NATS server with JetStream, on its own port and storage directory; `args` are passed to nats-server. */
export async function startNats(args: readonly string[] = []): Promise<NatsServer> {
  const server = await createNats(args);
  await server.start();
  return server;
}

export type NatsCluster = {
  /** The addresses of all servers, separated by commas. */
  readonly url: string;
  readonly servers: readonly NatsServer[];
  close(): Promise<void>;
};

/** Servers that form one JetStream cluster. */
export async function startNatsCluster(size: number): Promise<NatsCluster> {
  const ports = await Promise.all(Array.from({ length: size }, freePort));
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`);
  const servers = await Promise.all(
    routes.map((route) => createNats(['-cluster_name', 'test', '-cluster', route, '-routes', routes.join(',')])),
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
  const name = basename(directory);
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
    const started = spawn(
      binary,
      ['-a', '127.0.0.1', '-p', String(port), '-n', name, '-js', '-sd', directory, ...args],
      { stdio: 'ignore' },
    );
    child = started;
    await until(() => started.exitCode !== null || answers(port, name), { what: 'an answer of nats-server' });
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
