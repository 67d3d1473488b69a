import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection between a client and a server that can be cut or go silent. */
export type TcpProxy = {
  readonly port: number;
  /** Lets everything through again. Connections that lost bytes in the meantime are reset. */
  pass(): void;
  /** Resets all connections, open and new. */
  cut(): void;
  /** Accepts connections and swallows what comes from either side: neither is told that the other is away. */
  stall(): void;
  close(): Promise<void>;
};

type Mode = 'pass' | 'cut' | 'stall';
type Line = { readonly client: Socket; readonly server: Socket; isBroken: boolean };

export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const lines = new Set<Line>();
  let mode: Mode = 'pass';
  const end = (line: Line) => {
    lines.delete(line);
    for (const socket of [line.client, line.server]) if (!socket.destroyed) socket.resetAndDestroy();
  };
  const carry = (line: Line, from: Socket, to: Socket) => {
    from.on('data', (chunk: Buffer) => {
      if (mode !== 'pass') line.isBroken = true;
      else if (!to.write(chunk)) {
        from.pause();
        to.once('drain', () => from.resume());
      }
    });
    // The end of a connection is news, too, and does not get through.
    from.on('end', () => {
      if (mode === 'pass') to.end();
      else line.isBroken = true;
    });
    from.on('error', () => {
      if (mode === 'pass') end(line);
      else line.isBroken = true;
    });
    from.on('close', () => {
      if (from.destroyed && to.destroyed) lines.delete(line);
    });
  };
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => {});
    if (mode === 'cut') return void client.resetAndDestroy();
    const server = connect({ ...target, allowHalfOpen: true });
    // Connections opened during the silence never get anywhere.
    const line = { client, server, isBroken: mode === 'stall' };
    lines.add(line);
    carry(line, client, server);
    carry(line, server, client);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const endAll = (which: (line: Line) => boolean) => [...lines].filter(which).forEach(end);
  return {
    port: (listener.address() as AddressInfo).port,
    pass: () => {
      mode = 'pass';
      endAll(({ isBroken }) => isBroken);
    },
    cut: () => {
      mode = 'cut';
      endAll(() => true);
    },
    stall: () => {
      mode = 'stall';
    },
    close: async () => {
      const closed = once(listener, 'close');
      listener.close();
      endAll(() => true);
      await closed;
    },
  };
}
