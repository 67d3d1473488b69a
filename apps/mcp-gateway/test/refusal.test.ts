import { expect, it } from '@jest/globals';
import { DomainError } from '@mailroom/errors';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { answeredOrRefused } from '../src/protocol/refusal.js';

/** What a client hears, and what we hear, of a request that ends with this error. */
async function refusalOf(error: Error) {
  const heard: unknown[] = [];
  const failing = answeredOrRefused(
    () => Promise.reject(error),
    (...told) => heard.push(...told),
  );
  const { code, message, data } = await failing.then(
    () => Promise.reject(new Error('answered')),
    (refused) => refused,
  );
  return { said: { code, message, data }, heard };
}

it('the words of a failure of ours are for us alone, and an id leads to them', async () => {
  const failure = new Error('relation "followed_resource" does not exist');
  const { said, heard } = await refusalOf(failure);
  expect(JSON.stringify(said)).not.toContain('relation');
  expect(said).toMatchObject({ code: -32_603, data: { error: { type: 'internal_error', retryable: true } } });
  expect(heard).toEqual([failure, { requestId: expect.stringMatching(/^req_.{16}$/) }]);
  expect(said.message).toContain(Object.values(heard[1] ?? {})[0]);
});

it('a refusal says what it is, and whether to come again', async () => {
  const limited = new DomainError('quota_exceeded', 'Too many.', { fix: 'Follow less.', retryAfterSeconds: 5 });
  expect(await refusalOf(limited)).toEqual({
    said: {
      code: -32_603,
      message: 'Too many.',
      data: {
        error: {
          type: 'quota_exceeded',
          message: 'Too many.',
          fix: 'Follow less.',
          retryable: true,
          retryAfterSeconds: 5,
        },
      },
    },
    heard: [],
  });
});

it('an error of the protocol stays as it is', async () => {
  const missing = new ResourceNotFoundError('mailroom://emails/1');
  const { code, message, data } = missing;
  expect(await refusalOf(missing)).toEqual({ said: { code, message, data }, heard: [] });
});
