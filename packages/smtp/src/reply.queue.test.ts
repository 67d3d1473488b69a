import { describe, expect, it } from '@jest/globals';
import { ReplyQueue } from './reply.queue.js';
import { formatLines, formatReply, smtpReply } from './smtp-reply.js';

describe('ReplyQueue', () => {
  it('gives replies in the order of their commands, whichever settles first', () => {
    const queue = new ReplyQueue();
    queue.push(smtpReply(250, null, '1'));
    const second = queue.reserve();
    const third = queue.reserve();
    queue.push('250 4\r\n');
    const fifth = queue.reserve();
    queue.settle(third, smtpReply(250, null, '3'));
    expect(queue.take()).toBe('250 1\r\n');
    expect(queue.take()).toBe('');
    queue.settle(second, smtpReply(250, null, '2'));
    expect(queue.take()).toBe('250 2\r\n250 3\r\n250 4\r\n');
    expect(queue.awaited).toBe(1);
    queue.settle(fifth, smtpReply(250, null, '5'));
    queue.push('250 6\r\n');
    expect(queue.take()).toBe('250 5\r\n250 6\r\n');
    expect(queue.awaited).toBe(0);
  });
});

describe('formatReply', () => {
  it('lets no text add a line', () => {
    expect(formatReply(smtpReply(550, '5.1.1', 'no\r\n250 yes\u00fc'))).toBe('550 5.1.1 no??250 yes?\r\n');
  });

  it('marks all lines but the last', () => {
    expect(formatLines(250, ['a', 'b', 'c'])).toBe('250-a\r\n250-b\r\n250 c\r\n');
  });
});
