import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';
import { describe, expect, it } from '@jest/globals';
import { say } from './say.js';

/** A terminal as far as its colours are concerned, which depend on the environment. */
function terminal(env: Record<string, string>): PassThrough {
  return Object.assign(new PassThrough(), { isTTY: true, hasColors: () => WriteStream.prototype.hasColors(16, env) });
}

function said(stream: PassThrough): string {
  say('1. A mailbox', stream);
  return String(stream.read());
}

describe('a step of a demo', () => {
  it('is bold on a terminal', () => {
    expect(said(terminal({ TERM: 'xterm' }))).toBe('\n\u001b[1m1. A mailbox\u001b[0m\n');
  });

  it.each([{ TERM: 'xterm', NO_COLOR: '1' }, { TERM: 'dumb' }])('is plain on a terminal with %j', (env) => {
    expect(said(terminal(env))).toBe('\n1. A mailbox\n');
  });

  it('is plain in a pipe', () => {
    expect(said(new PassThrough())).toBe('\n1. A mailbox\n');
  });
});
