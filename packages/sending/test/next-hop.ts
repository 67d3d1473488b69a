import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** What the next hop does at a step instead of accepting it: a reply, `drop` the connection, or `hang` silently. */
export type Step = string | 'drop' | 'hang' | undefined;

export type NextHopScript = {
  /** Keyed by command in capitals (`EHLO`, `AUTH`, `MAIL`, `RCPT TO:<b@x.test>`, `DATA`, `.`), or `connect`. */
  readonly at?: (step: string) => Step;
  /** Drops the connection after this many bytes of a message. */
  readonly dropAfterBytes?: number;
  readonly extensions?: readonly string[];
  /** Sends what it says in pieces of this many characters. */
  readonly pieces?: number;
};

export type ScriptedHop = {
  readonly port: number;
  readonly messages: { sender: string; recipients: string[]; content: string }[];
  readonly commands: string[];
  /** The number of connections taken so far. */
  connections: number;
  /** The number of connections dropped in mid-DATA. */
  drops: number;
  /** The number of messages whose end has come, accepted or not. */
  dots: number;
  script: NextHopScript;
  close(): Promise<void>;
};

/** A next hop that follows its script at every step of the dialogue. */
export async function startHop(script: NextHopScript = {}, host = '127.0.0.1', port = 0): Promise<ScriptedHop> {
  const sockets = new Set<Socket>();
  const hop: Omit<ScriptedHop, 'port' | 'close'> = {
    messages: [],
    commands: [],
    connections: 0,
    drops: 0,
    dots: 0,
    script,
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    hop.connections += 1;
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    converse(hop, socket);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return Object.assign(hop, {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function converse(hop: Omit<ScriptedHop, 'port' | 'close'>, socket: Socket): void {
  let buffer = '';
  let inData = false;
  let message = { sender: '', recipients: [] as string[], content: '' };
  let saying = Promise.resolve();
  const utter = async (text: string) => {
    const size = hop.script.pieces ?? text.length;
    for (let start = 0; start < text.length; start += size) {
      socket.write(text.slice(start, start + size));
      if (size < text.length) await setTimeout(1);
    }
  };
  const say = (step: string, fallback: string): boolean => {
    const answer = hop.script.at?.(step);
    if (answer === 'drop') socket.destroy();
    else if (answer !== 'hang') saying = saying.then(() => utter(`${answer ?? fallback}\r\n`));
    return answer === undefined;
  };
  const take = (line: string) => {
    hop.commands.push(line);
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO')
      say(
        'EHLO',
        ['250-hop', ...(hop.script.extensions ?? ['8BITMIME']).map((e) => `250-${e}`), '250 OK'].join('\r\n'),
      );
    else if (verb === 'MAIL' && say('MAIL', '250 OK'))
      message = { sender: addressOf(line), recipients: [], content: '' };
    else if (verb === 'RCPT') {
      if (say(`RCPT ${addressOf(line)}`, '250 OK')) message.recipients.push(addressOf(line));
    } else if (verb === 'DATA') inData = say('DATA', '354 go on');
    else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else if (verb === 'AUTH') say('AUTH', '235 2.7.0 OK');
    else if (verb === 'RSET' || verb === 'HELO') say(verb, '250 OK');
    else if (verb !== 'MAIL') say(verb, '502 5.5.1 Not implemented');
  };
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    buffer += chunk;
    for (;;) {
      if (inData) {
        if (buffer.length >= (hop.script.dropAfterBytes ?? Infinity)) {
          hop.drops += 1;
          return void socket.destroy();
        }
        const end = `\r\n${buffer}`.indexOf('\r\n.\r\n');
        if (end < 0) return;
        message.content = buffer.slice(0, end);
        buffer = buffer.slice(end + 3);
        inData = false;
        hop.dots += 1;
        if (say('.', '250 2.0.0 OK queued as Q1')) hop.messages.push(message);
        continue;
      }
      const end = buffer.indexOf('\r\n');
      if (end < 0) return;
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      take(line);
    }
  });
  say('connect', '220 hop ESMTP');
}

const addressOf = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';
