import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClientAddresses } from '@mailroom/http';
import { HttpFront } from '@mailroom/runtime';
import { Controller, Get, Module, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

const BALANCER = '127.0.0.9';
const addresses = new ClientAddresses([{ address: '203.0.113.7', prefix: 32 }]);

@Controller('whoami')
class WhoAmIController {
  @Get()
  whoAmI(@Req() request: FastifyRequest): string {
    return `you are ${addresses.of(request.raw)};`;
  }
}

@Module({ controllers: [WhoAmIController] })
class WhoAmIModule {}

let front: HttpFront;
let port: number;
beforeAll(async () => {
  const options = { logger: false as const };
  const app = await NestFactory.create<NestFastifyApplication>(WhoAmIModule, new FastifyAdapter(), options);
  front = new HttpFront(async () => true);
  front.expectProxyHeaders([{ address: BALANCER, prefix: 32 }]);
  await front.mount({ prefix: '/whoami', app });
  ({ port } = await front.listen('127.0.0.1', 0));
});
afterAll(() => front.close());

const version1 = Buffer.from('PROXY TCP4 198.51.100.1 192.0.2.1 4423 80\r\n');
const version2 = Buffer.concat([
  Buffer.from('0d0a0d0a000d0a515549540a2111000f', 'hex'),
  Buffer.from([198, 51, 100, 1, 192, 0, 2, 1, 0x11, 0x47, 0, 80, 0x04, 0, 0]),
]);
const ask = (headers = '', last = false) =>
  Buffer.from(`GET /whoami HTTP/1.1\r\nHost: x\r\n${headers}${last ? 'Connection: close\r\n' : ''}\r\n`);

async function open(localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** All that the server says until it closes the connection. */
async function answers(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

const peersIn = (text: string) => [...text.matchAll(/you are ([^;]*);/g)].map(([, address]) => address);

describe.each([
  ['version 1', version1],
  ['version 2', version2],
])('a PROXY header of %s', (_, header) => {
  it('names the client of every request behind it, wherever it is cut', async () => {
    const input = Buffer.concat([header, ask(), ask('', true)]);
    for (let cut = 1; cut <= header.length + 1; cut += 1) {
      const socket = await open(BALANCER);
      const text = answers(socket);
      socket.write(input.subarray(0, cut));
      await new Promise((resolve) => setImmediate(resolve));
      socket.write(input.subarray(cut));
      expect(peersIn(await text)).toEqual(['198.51.100.1', '198.51.100.1']);
    }
  });

  it('is not HTTP from anyone else', async () => {
    const socket = await open('127.0.0.1');
    const text = answers(socket);
    socket.write(Buffer.concat([header, ask('', true)]));
    expect(await text).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a connection from a balancer', () => {
  it('that names a trusted proxy is asked for the client of that proxy', async () => {
    const socket = await open(BALANCER);
    const text = answers(socket);
    socket.write('PROXY TCP4 203.0.113.7 192.0.2.1 4423 80\r\n');
    socket.write(ask('X-Forwarded-For: 198.51.100.9\r\n', true));
    expect(peersIn(await text)).toEqual(['198.51.100.9']);
  });

  it.each([
    ['without a header', ask('', true)],
    ['with a malformed one', Buffer.from('PROXY TCP4 198.51.100.1\r\n')],
  ])('%s is closed with nothing said', async (_, input) => {
    const socket = await open(BALANCER);
    const text = answers(socket);
    socket.write(input);
    expect(await text).toBe('');
  });

  it('counts as the balancer where the header names nobody', async () => {
    const socket = await open(BALANCER);
    const text = answers(socket);
    socket.write(Buffer.concat([Buffer.from('PROXY UNKNOWN\r\n'), ask('', true)]));
    expect(peersIn(await text)).toEqual([BALANCER]);
  });

  it('whose header has not come does not hold up the end of the process', async () => {
    const other = new HttpFront(async () => true);
    other.expectProxyHeaders([{ address: '127.0.0.0', prefix: 8 }]);
    const place = await other.listen('127.0.0.1', 0);
    const socket = connect(place.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('PROXY ');
    const text = answers(socket);
    await other.close();
    expect(await text).toBe('');
  });
});
