import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import { listenForStop } from './stop-signals.js';

function listening() {
  const source = new EventEmitter() as EventEmitter & Pick<NodeJS.Process, 'on'>;
  const calls: string[] = [];
  let time = 0;
  listenForStop(source, {
    onStop: (signal) => calls.push(signal),
    onImpatience: () => calls.push('at once'),
    now: () => time,
  });
  const send = (signal: NodeJS.Signals, atMs: number) => {
    time = atMs;
    source.emit(signal, signal);
  };
  return { calls, send };
}

it('takes a signal that is repeated within two seconds for one', () => {
  const { calls, send } = listening();
  send('SIGINT', 5);
  send('SIGINT', 6);
  send('SIGTERM', 2_000);
  expect(calls).toEqual(['SIGINT']);
});

it('takes a later one for impatience', () => {
  const { calls, send } = listening();
  send('SIGTERM', 0);
  send('SIGINT', 2_001);
  expect(calls).toEqual(['SIGTERM', 'at once']);
});
