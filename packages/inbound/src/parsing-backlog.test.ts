import { describe, expect, it } from '@jest/globals';
import { ParsingBacklog } from './parsing-backlog.js';

const envelope = { clientAddress: '', helo: '', sender: null };
const message = (rawId: string, bytes = 10, from = envelope) => ({
  rawId,
  emails: [{ id: 1, mailboxId: 1 }],
  bytes,
  raw: Buffer.alloc(bytes),
  envelope: from,
  awaitsSeal: false,
});
const slow = new Set<string>();
const goesLast = ({ rawId }: { rawId: string }) => slow.has(rawId);
const open = (maxMessages = 100, maxBytes = 1_000) => new ParsingBacklog({ maxMessages, maxBytes, goesLast });

describe('the backlog of messages to parse', () => {
  it('gives the oldest first, however additions and removals are mixed', () => {
    const backlog = open();
    const taken: (string | undefined)[] = [];
    for (let number = 0; number < 30; number += 1) {
      backlog.add(message(`m${number}`));
      expect(backlog.oldestId).toBe(`m${taken.length}`);
      if (number % 3 === 2) taken.push(backlog.take()?.rawId);
    }
    while (backlog.size > 0) taken.push(backlog.take()?.rawId);
    expect(taken).toEqual(Array.from({ length: 30 }, (_, number) => `m${number}`));
    expect(backlog.oldestId).toBeUndefined();
    expect(backlog.take()).toBeUndefined();
  });

  it('takes no more than it may hold, and tells so', () => {
    const backlog = open(2);
    expect([backlog.add(message('a')), backlog.add(message('b')), backlog.add(message('c'))]).toEqual([
      true,
      true,
      false,
    ]);
    expect(backlog.fill).toBe(1);
    backlog.take();
    expect(backlog.fill).toBe(0.5);
    expect(backlog.add(message('d'))).toBe(true);
  });

  it('keeps only the ids of messages beyond its bytes, until some have left', () => {
    const backlog = open(100, 100);
    for (const rawId of ['a', 'b', 'c']) backlog.add(message(rawId, 50));
    expect([backlog.take(), backlog.take(), backlog.take()].map((taken) => taken?.raw?.length)).toEqual([
      50,
      50,
      undefined,
    ]);
    backlog.add(message('d', 100));
    expect(backlog.take()?.raw).toHaveLength(100);
  });

  it('does not let a network that sends much hold up another', () => {
    const backlog = open();
    const from = (clientAddress: string) => ({ ...envelope, clientAddress });
    for (let i = 0; i < 50; i += 1) backlog.add(message(`flood ${i}`, 10, from(`192.0.2.${i}`)));
    backlog.add(message('letter', 10, from('198.51.100.1')));
    expect([backlog.take()?.rawId, backlog.take()?.rawId]).toEqual(['flood 0', 'letter']);
  });

  it('gives the first few from each network to each mailbox before the rest of a flood, and tells them apart', () => {
    const backlog = open();
    for (let i = 0; i < 20; i += 1) backlog.add(message(`flood ${i}`));
    backlog.add({ ...message('letter'), emails: [{ id: 1, mailboxId: 2 }] });
    const few = [];
    for (let next = backlog.takeFew(); next; next = backlog.takeFew()) few.push(next.rawId);
    expect(few).toEqual(['flood 0', 'letter', 'flood 1', 'flood 2', 'flood 3']);
    backlog.add(message('flood 20'));
    expect(backlog.takeFew()).toBeUndefined();
    while (backlog.size > 0) expect(backlog.take()?.rawId).toMatch('flood');
    backlog.add(message('the next'));
    expect(backlog.takeFew()?.rawId).toBe('the next');
  });

  it('gives what goes last only to who asks for it, also where that was not known when it came', () => {
    const backlog = open();
    for (const rawId of ['a', 'b', 'c']) backlog.add(message(rawId));
    slow.add('a');
    expect([backlog.take()?.rawId, backlog.take()?.rawId, backlog.take()]).toEqual(['b', 'c', undefined]);
    expect(backlog.has('a')).toBe(true);
    expect(backlog.takeSlow()?.rawId).toBe('a');
    expect([backlog.has('a'), backlog.size, backlog.takeSlow()]).toEqual([false, 0, undefined]);
    slow.clear();
  });

  it('names all that it forgets', () => {
    const backlog = open();
    for (const rawId of ['a', 'b', 'c']) backlog.add(message(rawId));
    backlog.take();
    expect(backlog.clear().sort()).toEqual(['b', 'c']);
    expect(backlog.size).toBe(0);
  });
});
