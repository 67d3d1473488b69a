import { afterEach, describe, expect, it } from '@jest/globals';
import { ParserPool } from '../src/parsing/parser-pool.js';

const HANGING = new URL('./fixtures/hanging.worker.mjs', import.meta.url);

const options = { workers: 2, timeoutMs: 60_000, maxHeapMb: 96, hostname: 'mx.mailroom.test', dnsServers: [] };
const pools: ParserPool[] = [];

function start(extra: Partial<ConstructorParameters<typeof ParserPool>[0]> = {}): ParserPool {
  const pool = new ParserPool({ ...options, workerUrl: HANGING, ...extra });
  pools.push(pool);
  return pool;
}

const job = (subject: string, sender: string | null = 'ada@example.org') => ({
  rawId: subject,
  raw: Buffer.from(`Subject: ${subject}\r\n\r\nhello`),
  envelope: { clientAddress: '127.0.0.1', helo: 'client.example', sender },
});

/** Counts how many of the promises have settled. */
function settledOf(outcomes: readonly Promise<unknown>[]): () => number {
  let count = 0;
  for (const outcome of outcomes) void outcome.then(() => (count += 1));
  return () => count;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('mail that takes long', () => {
  it('holds up nobody, however much of it one sender sends', async () => {
    const pool = start();
    pool.warm();
    const slow = settledOf(Array.from({ length: 30 }, () => pool.parse(job('hang', 'eve@evil.example'))));
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => pool.parse(job(`good ${i}`))));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(slow()).toBe(0);
  });

  it('holds up nobody, from however many senders it comes', async () => {
    const pool = start();
    pool.warm();
    const slow = settledOf(Array.from({ length: 8 }, (_, i) => pool.parse(job('hang', `eve@evil${i}.example`))));
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => pool.parse(job(`good ${i}`))));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(slow()).toBe(0);
  });

  it('is told of before its time is over, so that no other process begins with it', async () => {
    let suspicions = 0;
    const course = { onSuspect: () => Promise.resolve(void (suspicions += 1)) };
    const outcome = await start({ timeoutMs: 500 }).parse(job('hang'), course);
    expect(outcome).toEqual({ ok: false, reason: 'timeout' });
    // It is told once when the message turns out to be slow, and once before it is tried alone.
    expect(suspicions).toBeGreaterThanOrEqual(2);
  });

  it('is tried once where it was slow before', async () => {
    let suspicions = 0;
    const course = { isLastTry: true, onSuspect: () => Promise.resolve(void (suspicions += 1)) };
    expect(await start({ timeoutMs: 500 }).parse(job('hang'), course)).toEqual({ ok: false, reason: 'timeout' });
    expect(suspicions).toBe(0);
  });

  it('goes last when it is large, and is parsed all the same', async () => {
    const pool = start();
    const large = { ...job('large'), raw: Buffer.concat([job('large').raw, Buffer.alloc(5_000_000, 'word\n')]) };
    const parsed = Promise.all(Array.from({ length: 3 }, () => pool.parse(large)));
    expect(pool.slowCount).toBe(3);
    expect((await parsed).map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(pool.slowCount).toBe(0);
  });
});

describe('mail that takes a while, and is not slow', () => {
  it('keeps the threads that have read some of it, rather than starting new ones', async () => {
    let started = 0;
    const channel = new BroadcastChannel('parsers started');
    channel.onmessage = () => (started += 1);
    const pool = start({ workers: 1 });
    pool.warm();
    for (let i = 0; i < 20; i += 1) expect(await pool.parse(job('toil'))).toMatchObject({ ok: true });
    channel.close();
    expect(started).toBeGreaterThanOrEqual(2);
    expect(started).toBeLessThanOrEqual(3);
  });
});

describe('large mail', () => {
  const hanging = Buffer.concat([job('hang').raw, Buffer.alloc(100_000, 'word\n')]);
  const large = (subject: string) => ({
    ...job(subject, `eve@${subject.replace(/\W/g, '')}.example`),
    raw: Buffer.concat([job(subject).raw, Buffer.alloc(100_000, 'word\n')]),
  });

  it('never stands before small mail, from however many senders it comes', async () => {
    const pool = start({ workers: 1 });
    pool.warm();
    const slow = settledOf(Array.from({ length: 8 }, (_, i) => pool.parse({ ...large(`hang ${i}`), raw: hanging })));
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => pool.parse(job(`good ${i}`))));
    expect([outcomes.every(({ ok }) => ok), slow()]).toEqual([true, 0]);
  });

  it('is parsed by as many threads at once as there are, but one', async () => {
    const pool = start({ workers: 3 });
    expect(pool.slowAtOnce).toBe(2);
    const outcomes = await Promise.all(Array.from({ length: 6 }, (_, i) => pool.parse(large(`good ${i}`))));
    expect(outcomes.map(({ ok }) => ok)).toEqual(Array(6).fill(true));
  });
});

describe('the limit', () => {
  it('counts the processor time of a message, and not the time in which others have the processor', async () => {
    const begun = performance.now();
    expect(await start({ workers: 1, timeoutMs: 500 }).parse(job('starve'))).toMatchObject({ ok: true });
    expect(performance.now() - begun).toBeGreaterThan(1_000);
  });

  it('ends also what takes no processor time at all', async () => {
    const outcome = await start({ workers: 1, timeoutMs: 10_000, stuckMs: 500 }).parse(job('stall'));
    expect(outcome).toEqual({ ok: false, reason: 'timeout' });
  });
});
