import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import * as dnsPacket from 'dns-packet';

/** The records of one name. An absent name gives NXDOMAIN, an absent type NODATA. */
export type FakeDnsEntry = {
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  readonly MX?: readonly { readonly exchange: string; readonly priority: number }[];
  readonly TXT?: readonly string[];
  readonly PTR?: readonly string[];
  readonly CNAME?: string;
  /** Never answers. */
  readonly silent?: boolean;
  /** Answers with SERVFAIL. */
  readonly broken?: boolean;
};

export type FakeDnsServer = {
  /** The address to pass to `Resolver.setServers`. */
  readonly address: string;
  /** All queries so far, as `TXT name`. */
  readonly queries: readonly string[];
  close(): Promise<void>;
};

type Question = { name: string; type: string };

const SERVFAIL = 2;
const NXDOMAIN = 3;
const TTL_SECONDS = 60;
/** The longest character-string of a TXT record (RFC 1035 §3.3). */
const TXT_STRING_BYTES = 255;

/** A DNS server over UDP on 127.0.0.1. Names are matched in lower case; the entry `*` stands for all others. */
export async function startFakeDns(records: Readonly<Record<string, FakeDnsEntry>>): Promise<FakeDnsServer> {
  const byName = new Map(Object.entries(records).map(([name, entry]) => [name.toLowerCase(), entry]));
  const queries: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, peer) => {
    const query = dnsPacket.decode(message);
    const question = query.questions?.[0];
    if (question === undefined) return;
    queries.push(`${question.type} ${question.name.toLowerCase()}`);
    const entry = byName.get(question.name.toLowerCase()) ?? byName.get('*');
    if (entry?.silent !== true) socket.send(answer(query.id ?? 0, question, entry), peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, queries, close: () => closed(socket) };
}

function answer(id: number, question: Question, entry: FakeDnsEntry | undefined): Buffer {
  const rcode = entry === undefined ? NXDOMAIN : entry.broken === true ? SERVFAIL : 0;
  return dnsPacket.encode({
    type: 'response',
    id,
    flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | rcode,
    questions: [question as dnsPacket.Question],
    answers: entry === undefined || rcode !== 0 ? [] : answersOf(question, entry),
  });
}

function answersOf({ name, type }: Question, entry: FakeDnsEntry): dnsPacket.Answer[] {
  if (entry.CNAME !== undefined) return [{ name, type: 'CNAME', data: entry.CNAME, ttl: TTL_SECONDS }];
  const base = { name, ttl: TTL_SECONDS };
  switch (type) {
    case 'A':
      return (entry.A ?? []).map((data) => ({ ...base, type: 'A', data }));
    case 'AAAA':
      return (entry.AAAA ?? []).map((data) => ({ ...base, type: 'AAAA', data }));
    case 'PTR':
      return (entry.PTR ?? []).map((data) => ({ ...base, type: 'PTR', data }));
    case 'TXT':
      return (entry.TXT ?? []).map((text) => ({ ...base, type: 'TXT', data: pieces(text) }));
    case 'MX':
      return (entry.MX ?? []).map(({ exchange, priority }) => ({
        ...base,
        type: 'MX',
        data: { exchange, preference: priority },
      }));
    default:
      return [];
  }
}

function pieces(text: string): string[] {
  return text.match(new RegExp(`.{1,${TXT_STRING_BYTES}}`, 'gs')) ?? [''];
}

async function closed(socket: Socket): Promise<void> {
  const end = once(socket, 'close');
  socket.close();
  await end;
}
