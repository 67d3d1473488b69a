import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Poster, type PosterOptions } from '../src/post.js';
import { startReceiver, type Hit, type Receiver } from './receiver.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource.close();
});

async function receiver(answer?: (hit: Hit, response: ServerResponse) => void): Promise<Receiver> {
  const started = await startReceiver(answer);
  open.push(started);
  return started;
}

function poster(options: Partial<PosterOptions> = {}): Poster {
  const made = new Poster({ allowPrivate: 'loopback', timeoutMs: 5_000, ...options });
  open.push(made);
  return made;
}

describe('a request to an endpoint', () => {
  it('carries the body and the headers, over a connection that is kept', async () => {
    const { url, hits, connections } = await receiver();
    const post = poster();
    for (const body of ['{"first":"ä"}', '{"second":2}']) {
      expect((await post.post(url(), body, { 'webhook-id': 'x' })).status).toBe(204);
    }
    expect(hits.map(({ body }) => body)).toEqual(['{"first":"ä"}', '{"second":2}']);
    expect(hits[0]?.headers).toMatchObject({ 'webhook-id': 'x', 'content-type': 'application/json' });
    expect(connections()).toBe(1);
  });

  it('does not follow a redirect', async () => {
    const { url, hits } = await receiver((_, response) => response.writeHead(307, { location: '/next' }).end());
    expect((await poster().post(url(), '{}', {})).status).toBe(307);
    expect(hits).toHaveLength(1);
  });

  it('is made again when the endpoint closed the idle connection in the same moment', async () => {
    const { url, hits, connections } = await receiver((_, response) => {
      // Whatever this connection answered before, the second request on it is cut off.
      if (hits.length === 2) response.socket?.destroy();
      else response.writeHead(200).end('ok');
    });
    const post = poster();
    await post.post(url(), '{"n":1}', {});
    expect((await post.post(url(), '{"n":2}', {})).status).toBe(200);
    expect(connections()).toBe(2);
  });

  it('fails once when a fresh connection is cut off', async () => {
    const { url, hits } = await receiver((_, response) => response.socket?.destroy());
    await expect(poster().post(url(), '{}', {})).rejects.toThrow(/hang up|ECONNRESET/);
    expect(hits).toHaveLength(1);
  });

  it('fails when no answer comes in time, and when it only begins', async () => {
    const silent = await receiver(() => {});
    const post = poster({ timeoutMs: 100 });
    await expect(post.post(silent.url(), '{}', {})).rejects.toThrow('No answer within 0.1 s.');
    const halting = await receiver((_, response) => response.socket?.write('HTTP/1.1 200 OK\r\nx-half'));
    await expect(post.post(halting.url(), '{}', {})).rejects.toThrow('No answer within 0.1 s.');
  });

  it('fails when the endpoint wants to speak another protocol', async () => {
    const { url } = await receiver((_, response) =>
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    );
    await expect(poster({ timeoutMs: 60_000 }).post(url(), '{}', {})).rejects.toThrow();
  });

  it('reads no endless answer', async () => {
    let closed: () => void = () => {};
    const cutOff = new Promise<void>((resolve) => (closed = resolve));
    const { url } = await receiver((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more).on('close', closed).writeHead(200);
      more();
    });
    expect((await poster({ timeoutMs: 60_000 }).post(url(), '{}', {})).status).toBe(200);
    await cutOff;
  });
});

describe('the address of an endpoint', () => {
  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0.0.0.0', 'localhost'])(
    'is checked before the connection is made: %s',
    async (host) => {
      const { port, hits } = await receiver();
      const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
      const post = poster({ allowPrivate: 'none', lookup });
      await expect(post.post(`https://${host}:${port}/`, '{}', {})).rejects.toThrow(/private address/);
      expect(hits).toEqual([]);
    },
  );

  it('is the one that was judged, however often its name server changes its mind', async () => {
    const { port, hits } = await receiver();
    let asked = 0;
    // The address is public when it is checked, and our own machine at the next question.
    const lookup = async () => [{ address: (asked += 1) === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }];
    const post = poster({ allowPrivate: 'loopback', timeoutMs: 1_000, lookup });
    await expect(post.post(`http://rebind.example:${port}/`, '{}', {})).rejects.toThrow(/private address/);
    expect(asked).toBe(1);
    expect(hits).toEqual([]);
  });

  it('is connected to as it was resolved, under the name that was asked for', async () => {
    const { port, hits } = await receiver();
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    await poster({ lookup }).post(`http://hooks.example:${port}/`, '{}', {});
    expect(hits[0]?.headers.host).toBe(`hooks.example:${port}`);
  });

  it('may be the second of its name when the first does not answer', async () => {
    const { port, hits } = await receiver();
    const lookup = async () => ['::1', '127.0.0.1'].map((address) => ({ address, family: address === '::1' ? 6 : 4 }));
    await poster({ lookup }).post(`http://two.example:${port}/`, '{}', {});
    expect(hits).toHaveLength(1);
  });

  it('is not told anything in clear text where only https is allowed, not even of old subscriptions', async () => {
    const lookup = async () => [{ address: '93.184.215.14', family: 4 }];
    const post = poster({ allowPrivate: 'none', timeoutMs: 500, lookup });
    await expect(post.post('http://hooks.example/', '{}', {})).rejects.toThrow(/https/);
  });
});

describe('the text of an answer', () => {
  it('is its first kilobyte, whatever else is said', async () => {
    const { url } = await receiver((_, response) => response.writeHead(500).end('ä'.repeat(100_000)));
    const { status, answer } = await poster().post(url(), '{}', {});
    expect([status, answer]).toEqual([500, 'ä'.repeat(512)]);
  });

  it('is what has come by then where the rest is late, and the status counts all the same', async () => {
    const { url } = await receiver((_, response) => response.writeHead(200).write('so far'));
    const begun = performance.now();
    expect(await poster().post(url(), '{}', {})).toMatchObject({ status: 200, answer: 'so far' });
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('holds no connection for as long as its rest does not come', async () => {
    const ended: Promise<unknown>[] = [];
    const { url } = await receiver((_, response) => {
      ended.push(once(response, 'close'));
      response.writeHead(200);
      response.write('.');
    });
    const post = poster({ timeoutMs: 60_000 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => post.post(url(), '{}', {})));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const late = new Promise((resolve) => setTimeout(resolve, 4_000, 'still open').unref());
    expect(await Promise.race([Promise.all(ended), late])).toHaveLength(5);
  });

  it('is what has come by then where the connection is cut off in it', async () => {
    const { url } = await receiver((_, response) => {
      response.writeHead(202, { 'content-length': 100 }).write('half', () => response.socket?.destroy());
    });
    expect(await poster().post(url(), '{}', {})).toMatchObject({ status: 202, answer: 'half' });
  });
});
