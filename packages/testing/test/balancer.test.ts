import { once } from 'node:events';
import { createServer as createHttpServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { balanceHttp, balanceTcp } from '../src/network/balancer.js';
import { until } from '../src/until.js';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function httpTarget(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createHttpServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

async function balancer(make: typeof balanceHttp, ports: readonly number[]): Promise<number> {
  const made = await make();
  open.push(() => made.close());
  made.setTargets(ports);
  return made.port;
}

describe('the HTTP balancer', () => {
  it('gives each request to the next target, also those of one connection', async () => {
    const named = (name: string) => httpTarget((_, response) => response.end(name));
    const port = await balancer(balanceHttp, [await named('a'), await named('b')]);
    const answers: string[] = [];
    for (let call = 0; call < 4; call += 1) answers.push(await (await fetch(`http://127.0.0.1:${port}/`)).text());
    expect(answers).toEqual(['a', 'b', 'a', 'b']);
  });

  it('passes path, body and headers on as they are, also repeated ones, and the answer back', async () => {
    const target = await httpTarget((incoming, response) => {
      void text(incoming).then((body) => {
        const { method, url, rawHeaders } = incoming;
        response.writeHead(418, 'Teapot', ['set-cookie', 'a=1', 'set-cookie', 'b=2']);
        response.end(JSON.stringify({ method, url, rawHeaders, body }));
      });
    });
    const port = await balancer(balanceHttp, [target]);
    const headers = ['Host', 'x.example', 'X-Twice', '1', 'X-Twice', '2', 'Transfer-Encoding', 'chunked'];
    const outgoing = request({ port, host: '127.0.0.1', method: 'PUT', path: '/a%20b?c', headers });
    outgoing.end('the body');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.statusMessage]).toEqual([418, 'Teapot']);
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    const seen = JSON.parse(await text(answer)) as { rawHeaders: string[] };
    expect(seen).toMatchObject({ method: 'PUT', url: '/a%20b?c', body: 'the body' });
    expect(seen.rawHeaders.join()).toContain('X-Twice,1,X-Twice,2');
  });

  it('hands a stream on as it comes, and lets the target know when the client goes', async () => {
    let gone = false;
    const target = await httpTarget((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('first');
      response.on('close', () => (gone = true));
    });
    const port = await balancer(balanceHttp, [target]);
    const client = new AbortController();
    const { body } = await fetch(`http://127.0.0.1:${port}/`, { signal: client.signal });
    const first = await body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('first');
    expect(gone).toBe(false);
    client.abort();
    await until(() => gone);
  });

  it('answers 502 for a target that is away, and cuts off an answer that its target cut off', async () => {
    const target = await httpTarget((_, response) => {
      response.write('half');
      setImmediate(() => response.destroy());
    });
    const away = await balancer(balanceHttp, [1]);
    expect((await fetch(`http://127.0.0.1:${away}/`)).status).toBe(502);
    const port = await balancer(balanceHttp, [target]);
    await expect(fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())).rejects.toThrow();
  });
});

describe('the TCP balancer', () => {
  it('gives each connection to the next target, byte for byte, and an end to both sides', async () => {
    const ended: string[] = [];
    const target = async (name: string) => {
      const server = createServer({ allowHalfOpen: true }, (socket) => {
        let heard = '';
        socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
        socket.on('end', () => {
          ended.push(`${name}:${heard}`);
          socket.end(`${name} says bye`);
        });
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      open.push(() => server.close());
      return (server.address() as AddressInfo).port;
    };
    const port = await balancer(balanceTcp, [await target('a'), await target('b')]);
    const talk = async (words: string) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.end(words);
      return text(socket);
    };
    expect(await talk('one')).toBe('a says bye');
    expect(await talk('two')).toBe('b says bye');
    expect(ended).toEqual(['a:one', 'b:two']);
  });
});
