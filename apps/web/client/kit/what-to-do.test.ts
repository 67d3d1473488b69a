import { describe, expect, it } from '@jest/globals';
import { MailroomError } from '@mailroom/client';
import { whatToDo } from './what-to-do.js';

const failure = (type: string, retryAfterSeconds?: number) =>
  new MailroomError(type, 'It failed.', {
    status: 400,
    fix: 'Send it as "Authorization: Bearer <token>", or call POST /v1/it.',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });

describe('what a page tells a person to do', () => {
  it('is never what the API tells a program', () => {
    for (const type of [
      'invalid_request',
      'invalid_token',
      'invalid_mailbox_password',
      'payment_required',
      'of_later',
    ]) {
      expect(whatToDo(failure(type))).not.toMatch(/Bearer|POST|\//);
    }
    expect(whatToDo(failure('invalid_token'))).toBe('Check that it was copied whole.');
  });

  it('names the time after which it is worth another try', () => {
    expect([1, 30, 100, 7_000].map((seconds) => whatToDo(failure('rate_limited', seconds)))).toEqual([
      'Wait a second, and try again.',
      'Wait 30 seconds, and try again.',
      'Wait 2 minutes, and try again.',
      'Wait 2 hours, and try again.',
    ]);
  });
});
