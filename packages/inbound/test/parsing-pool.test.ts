import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startFakeDns } from '@mailroom/testing';
import { ParserPool } from '../src/parsing/parser-pool.js';

const HANGING = new URL('./fixtures/hanging.worker.mjs', import.meta.url);

const options = { workers: 2, timeoutMs: 20_000, maxHeapMb: 96, hostname: 'mx.mailroom.test', dnsServers: [] };
const pools: ParserPool[] = [];

function start(extra: Partial<ConstructorParameters<typeof ParserPool>[0]> = {}): ParserPool {
  const pool = new ParserPool({ ...options, workerUrl: HANGING, ...extra });
  pools.push(pool);
  return pool;
}

const job = (subject: string, clientAddress = '127.0.0.1') => ({
  rawId: subject,
  raw: Buffer.from(`Subject: ${subject}\r\n\r\nhello`),
  envelope: { clientAddress, helo: 'client.example', sender: 'a@sender.example' },
});

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('the parser pool', () => {
  it('parses in the built worker', async () => {
    const outcome = await start({ workerUrl: undefined as never }).parse(job('plain'));
    expect(outcome).toMatchObject({ ok: true, message: { subject: 'plain', plainText: 'hello' } });
  });

  it('leaves the bytes to the caller', async () => {
    const message = job('mine');
    await start().parse(message);
    expect(message.raw.toString()).toContain('Subject: mine');
  });

  it('shares bytes that threads can share, wherever they lie in their memory', async () => {
    const message = job('shared');
    const raw = Buffer.from(new SharedArrayBuffer(message.raw.length + 5), 5);
    message.raw.copy(raw);
    expect(await start({ workerUrl: undefined as never }).parse({ ...message, raw })).toMatchObject({
      ok: true,
      message: { subject: 'shared', plainText: 'hello' },
    });
    expect(raw.toString()).toContain('Subject: shared');
  });

  it.each([
    ['hang', 'timeout'],
    ['throw', 'crashed: thrown by the message'],
    ['exit', 'crashed: exit code 7'],
    ['hoard', 'out of memory'],
  ])('fails a message that makes its worker %s, and no other one', async (deed, reason) => {
    // Only the hanging job may reach the limit, however busy the machine is.
    const pool = start({ timeoutMs: deed === 'hang' ? 1_500 : 20_000 });
    const subjects = [
      ...Array.from({ length: 20 }, (_, i) => `good ${i}`),
      deed,
      ...Array.from({ length: 20 }, (_, i) => `fine ${i}`),
    ];
    const outcomes = await Promise.all(subjects.map((subject) => pool.parse(job(subject))));
    expect(outcomes[20]).toEqual({ ok: false, reason });
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(40);
  });

  it('goes on after every worker has been lost many times', async () => {
    const pool = start({ workers: 1 });
    for (let i = 0; i < 4; i++) expect((await pool.parse(job('throw'))).ok).toBe(false);
    expect((await pool.parse(job('good'))).ok).toBe(true);
  });

  it('does not blame a message that waits for DNS for one that hangs on the same worker', async () => {
    const dns = await startFakeDns({ '*': { silent: true } });
    const pool = start({ workers: 1, timeoutMs: 2_500, dnsServers: [dns.address] });
    const waiting = pool.parse(job('waiting', '11.22.33.44'));
    const hanging = pool.parse(job('hang'));
    expect(await hanging).toEqual({ ok: false, reason: 'timeout' });
    expect(await waiting).toMatchObject({ ok: true, message: { subject: 'waiting' } });
    await dns.close();
  });

  it('rejects instead of failing messages where the worker itself can not start, and tries again next time', async () => {
    const pool = start({ workerUrl: new URL('./fixtures/no-such.worker.mjs', import.meta.url) });
    await expect(pool.parse(job('good'))).rejects.toThrow(/worker/);
    await expect(pool.parse(job('good'))).rejects.toThrow(/worker/);
  });

  it('rejects messages where the worker starts and then ends before it begins any, and does not spin', async () => {
    const pool = start({ workerUrl: new URL('./fixtures/fleeting.worker.mjs', import.meta.url) });
    const refused = Array.from({ length: 3 }, (_, i) => pool.parse(job(`good ${i}`)));
    await Promise.all(refused.map((parsing) => expect(parsing).rejects.toThrow(/can not start: crashed: exit code 3/)));
  });
});

describe('a parser pool without mail', () => {
  let started = 0;
  let channel: InstanceType<typeof BroadcastChannel>;
  beforeEach(() => {
    started = 0;
    channel = new BroadcastChannel('parsers started');
    channel.onmessage = () => (started += 1);
  });
  afterEach(() => channel.close());

  const heard = async (count: number) => {
    while (started < count) await sleep(10);
    return started;
  };

  it('releases its threads, and starts them again for the next message', async () => {
    const pool = start({ idleMs: 300 });
    expect(await pool.parse(job('before'))).toMatchObject({ ok: true });
    expect(await heard(1)).toBe(1);
    await sleep(1_000);
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => pool.parse(job(`after ${i}`))));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(await heard(3)).toBe(3);
  });

  it('starts them when it hears that a message is on its way', async () => {
    const pool = start({ idleMs: 5_000 });
    await sleep(6_000);
    pool.warm();
    expect(await heard(1)).toBe(1);
    expect(await pool.parse(job('after'))).toMatchObject({ ok: true });
    expect(await heard(2)).toBe(2);
  });

  it('keeps them while they are at a message, however long that takes', async () => {
    const pool = start({ idleMs: 300 });
    expect(await pool.parse(job('starve'))).toMatchObject({ ok: true });
  });

  it('has the next message within a second', async () => {
    const took: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const pool = start({ idleMs: 100, workerUrl: undefined as never });
      await sleep(500);
      const begun = performance.now();
      expect(await pool.parse(job('after'))).toMatchObject({ ok: true });
      took.push(performance.now() - begun);
    }
    // A busy machine may be slower for a while.
    expect(Math.min(...took)).toBeLessThan(1_000);
  });
});
