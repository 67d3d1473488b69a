import type { EmailAddress } from '@mailroom/message';
import { MailTransactions, type ReceivedMessage, type SmtpSession } from '../src/mail-transactions.js';
import { smtpReply, type SmtpReply } from '../src/smtp-reply.js';
import { SmtpServer } from '../src/smtp-server.js';
import type { SmtpServerOptions } from '../src/smtp-server.options.js';

export const OK = smtpReply(250, '2.0.0', 'Accepted');

/** Keeps what it receives; its answers can be replaced, and are awaited. */
export class KeptTransactions extends MailTransactions {
  readonly messages: ReceivedMessage[] = [];
  readonly asked: string[] = [];
  onAdmit: (recipient: EmailAddress, session: SmtpSession) => Promise<SmtpReply> | SmtpReply = ({ localPart }) =>
    localPart.startsWith('nobody') ? smtpReply(550, '5.1.1', 'No such mailbox') : smtpReply(250, '2.1.5', 'OK');
  onAccept: (message: ReceivedMessage) => Promise<SmtpReply> | SmtpReply = () => OK;

  override async admitRecipient(recipient: EmailAddress, session: SmtpSession): Promise<SmtpReply> {
    this.asked.push(recipient.address);
    return this.onAdmit(recipient, session);
  }

  override async accept(message: ReceivedMessage): Promise<SmtpReply> {
    this.messages.push(message);
    return this.onAccept(message);
  }

  get contents(): string[] {
    return this.messages.map(({ content }) => content.toString('latin1'));
  }
}

export type RunningServer = {
  readonly server: SmtpServer;
  readonly port: number;
  readonly mail: KeptTransactions;
  readonly errors: unknown[];
};

const running = new Set<SmtpServer>();

/** Starts a server on a free port of 127.0.0.1; `stopServers` ends it. */
export async function startServer(options: Partial<SmtpServerOptions> = {}): Promise<RunningServer> {
  const mail = new KeptTransactions();
  const errors: unknown[] = [];
  const defaults: SmtpServerOptions = {
    hostname: 'mx.mailroom.test',
    maxMessageBytes: 1_000_000,
    maxRecipients: 100,
    maxConnections: 200,
    maxConnectionsPerClient: 100,
    maxConnectionsPerNetwork: 200,
    proxyProtocolFrom: [],
    maxCommands: 1000,
    maxReceivedHeaders: 50,
    maxInFlightBytes: 10_000_000,
    idleTimeoutMs: 20_000,
    dataTimeoutMs: 20_000,
    tls: null,
    onError: (error) => errors.push(error),
  };
  const server = new SmtpServer({ ...defaults, ...options }, mail);
  const { port } = await server.listen('127.0.0.1', 0);
  running.add(server);
  return { server, port, mail, errors };
}

/** Call this in `afterEach`. */
export async function stopServers(): Promise<void> {
  await Promise.all([...running].map((server) => server.close(0)));
  running.clear();
}

/** A promise and its ends, with which a test holds back an answer. */
export function gate<T>(): { promise: Promise<T>; open: (value: T) => void; fail: (error: unknown) => void } {
  let open: (value: T) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
}

/** Resolves once `condition` holds; Jest's own timeout ends a wait in vain. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

export const ENVELOPE = 'MAIL FROM:<ann@example.com>\r\nRCPT TO:<bob@mailroom.test>\r\nDATA\r\n';
