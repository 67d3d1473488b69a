import { expect, it } from '@jest/globals';
import { StartedParts } from './started-parts.js';

it('closes what was opened, last first, although one of them fails', async () => {
  const closed: string[] = [];
  const errors: unknown[] = [];
  const parts = new StartedParts((error) => errors.push(error));
  const open = (name: string) => parts.open({ name, close: async () => closed.push(name) });
  expect(open('first').name).toBe('first');
  const failure = new Error('It does not close.');
  parts.add(() => Promise.reject(failure));
  parts.add(() => {
    throw failure;
  });
  open('last');
  await parts.close();
  expect([closed, errors]).toEqual([
    ['last', 'first'],
    [failure, failure],
  ]);
  await parts.close();
  expect(closed).toHaveLength(2);
});

it('fails, where nobody takes the errors, only once everything was asked to close', async () => {
  const closed: string[] = [];
  const parts = new StartedParts();
  parts.add(async () => closed.push('first'));
  parts.add(() => Promise.reject(new Error('It does not close.')));
  await expect(parts.close()).rejects.toThrow('It does not close.');
  expect(closed).toEqual(['first']);
});

it('names a part that takes long to close, and nothing that closes in time', async () => {
  const warnings: string[] = [];
  let end = () => {};
  const onSlow = (warning: string) => {
    warnings.push(warning);
    end();
  };
  const parts = new StartedParts(undefined, onSlow, 20);
  parts.add(async () => {}, 'a quick one');
  parts.open({ close: () => new Promise<void>((resolve) => (end = resolve)) }, 'the SMTP server');
  parts.add(async () => {}, 'another');
  await parts.close();
  expect(warnings).toEqual(['the SMTP server has not closed for 20 ms']);
});
