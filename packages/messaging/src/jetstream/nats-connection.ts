import { patiently, Pauses } from '@mailroom/concurrency';
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';

export type NatsOptions = {
  /** `nats://[user:password@]host:port` or `tls://…`; several are separated by commas. */
  readonly url: string;
  readonly onError: (error: unknown) => void;
  /** Aborting it ends the first attempts, which otherwise continue until there is a server. */
  readonly signal?: AbortSignal | undefined;
};

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5_000;
const REQUEST_MS = 5_000;
const PING_MS = 10_000;
const PINGS_UNANSWERED = 2;

/** Connects as soon as there is a server, and reconnects for ever whenever the connection is lost. */
export async function connectNats({ url, onError, signal }: NatsOptions): Promise<NatsConnection> {
  const pauses = new Pauses(FIRST_PAUSE_MS, MAX_PAUSE_MS);
  const options = { ...connectionOptions(url), reconnectDelayHandler: () => pauses.next() };
  const connection = await patiently(() => connect(options), { pauses, onError, signal });
  pauses.reset();
  void follow(connection, pauses, onError);
  return connection;
}

async function follow(connection: NatsConnection, pauses: Pauses, onError: (error: unknown) => void): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'reconnect') pauses.reset();
    else if (status.type === 'disconnect') onError(new Error('The connection to NATS was lost.'));
    else if (status.type === 'error') onError(status.error);
  }
}

function connectionOptions(text: string): NodeConnectionOptions {
  const urls = text.split(',').map((part) => new URL(part.trim()));
  const [first] = urls;
  return {
    servers: urls.map(({ host, port }) => (port === '' ? `${host}:4222` : host)),
    name: 'mailroom',
    ...(first?.username && { user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) }),
    ...(first?.protocol === 'tls:' && { tls: {} }),
    maxReconnectAttempts: -1,
    // A server that is being set up again may not know our user yet.
    ignoreAuthErrorAbort: true,
    timeout: REQUEST_MS,
    pingInterval: PING_MS,
    maxPingOut: PINGS_UNANSWERED,
  };
}
