import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Random } from './random.js';

/** The host to which answers go; it remembers what it accepted, and does not always behave. */
export type NextHop = {
  readonly port: number;
  /** How often it accepted each message, by Message-ID. */
  readonly taken: ReadonlyMap<string, number>;
  /** What it did to messages instead of accepting them. */
  readonly faults: { refused: number; dropped: number; silent: number };
  /** Makes it accept everything from now on. */
  behave(): void;
  close(): Promise<void>;
};

type Done = (error?: Error | null, message?: string) => void;

const REFUSED_SHARE = 0.03;
const DROPPED_SHARE = 0.02;
/** Whether it accepted the message or not, it says nothing after the final dot. */
const SILENT_SHARE = 0.01;

export async function startNextHop(random: Random): Promise<NextHop> {
  const taken = new Map<string, number>();
  const seen = new Set<string>();
  const faults = { refused: 0, dropped: 0, silent: 0 };
  const sockets = new Map<number, Socket>();
  let behaves = false;
  const take = (messageId: string) => taken.set(messageId, (taken.get(messageId) ?? 0) + 1);
  /** It misbehaves at most once per message, or the retries would take too long. */
  const judge = (messageId: string, session: SMTPServerSession, done: Done) => {
    const isNew = !seen.has(messageId);
    seen.add(messageId);
    const lot = behaves || !isNew ? 1 : random.next();
    if (lot < REFUSED_SHARE) {
      faults.refused += 1;
      return done(Object.assign(new Error('4.3.2 Not now'), { responseCode: 451 }));
    }
    if (lot < REFUSED_SHARE + SILENT_SHARE) {
      faults.silent += 1;
      if (random.chance(0.5)) take(messageId);
      return sockets.get(session.remotePort)?.destroy();
    }
    take(messageId);
    done(null, `2.0.0 Taken ${messageId}`);
  };
  const receive = (stream: SMTPServerDataStream, session: SMTPServerSession, done: Done) => {
    const chunks: Buffer[] = [];
    const drop = !behaves && random.chance(DROPPED_SHARE);
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => {
      if (drop && chunks.length === 0) {
        faults.dropped += 1;
        sockets.get(session.remotePort)?.destroy();
      }
      chunks.push(chunk);
    });
    stream.on('end', () => {
      if (drop) return done(new Error('4.3.0 Dropped'));
      const messageId = /^message-id:\s*(<[^>]+>)/im.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? '';
      judge(messageId, session, done);
    });
  };
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], onData: receive });
  server.on('error', () => {});
  // A handler is not given its session's socket.
  server.server.on('connection', (socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once('close', () => sockets.delete(port));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    faults,
    behave: () => (behaves = true),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
