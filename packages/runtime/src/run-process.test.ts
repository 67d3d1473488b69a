import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { runProcess, type Life, type Running } from './run-process.js';

const CLOSE_MS = 50;
const never = new Promise<never>(() => undefined);

/** Runs a life in a process that is asked to stop and that never really ends. */
function live(life: Partial<Life>) {
  const stderr = new PassThrough({ encoding: 'utf8' });
  const exits: number[] = [];
  const exit = (code: number) => void exits.push(code);
  const host = Object.assign(new EventEmitter(), { stdout: new PassThrough(), stderr, exit });
  const begun = runProcess(
    { start: async () => ({ close: async () => undefined }), explain: String, ...life },
    host as unknown as NodeJS.Process,
    CLOSE_MS,
  );
  const exited = () => until(() => exits.length > 0, { what: 'the exit' }).then(() => exits[0]);
  return { begun, exited, exits, stderr, send: () => host.emit('SIGTERM', 'SIGTERM') };
}

it('leaves, closes and ends with 0 when it is asked to stop', async () => {
  const steps: string[] = [];
  const running: Running = {
    leave: async () => void steps.push('leave'),
    close: async () => void steps.push('close'),
    abandon: () => steps.push('abandon'),
  };
  const { begun, exited, send } = live({ start: async () => running });
  await begun;
  send();
  expect(await exited()).toBe(0);
  expect(steps).toEqual(['leave', 'close']);
});

it('cuts a close that hangs, and takes with it what would outlive the process', async () => {
  let abandoned = false;
  const running: Running = { close: () => never, abandon: () => (abandoned = true) };
  const { begun, exited, send } = live({ start: async () => running });
  await begun;
  const askedAt = performance.now();
  send();
  expect(await exited()).toBe(1);
  expect(performance.now() - askedAt).toBeGreaterThanOrEqual(CLOSE_MS - 1);
  expect(abandoned).toBe(true);
});

it('gives the time that others take to notice, and only then counts the time to close', async () => {
  let notice = (): void => undefined;
  const leave = () => new Promise<void>((resolve) => (notice = resolve));
  const { begun, exited, exits, send } = live({ start: async () => ({ leave, close: () => never }) });
  await begun;
  send();
  const askedAt = performance.now();
  await until(() => performance.now() - askedAt > 2 * CLOSE_MS);
  expect(exits).toEqual([]);
  notice();
  expect(await exited()).toBe(1);
});

it('closes what is just starting when it is asked to stop', async () => {
  let closed = false;
  const start = (signal: AbortSignal) =>
    new Promise<Running>((resolve) => {
      signal.addEventListener('abort', () => resolve({ close: async () => void (closed = true) }));
    });
  const { exited, send } = live({ start });
  send();
  expect(await exited()).toBe(0);
  expect(closed).toBe(true);
});

it('ends a start that does not notice that it is to stop', async () => {
  const { exited, send } = live({ start: () => never });
  send();
  expect(await exited()).toBe(1);
});

it('says what is wrong with a start, and ends with 1', async () => {
  const { exited, stderr } = live({ start: () => Promise.reject(new Error('There is no database.')) });
  expect(await exited()).toBe(1);
  expect(stderr.read()).toBe('Error: There is no database.\n');
});
