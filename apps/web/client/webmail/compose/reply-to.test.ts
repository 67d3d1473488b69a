import { expect, it } from '@jest/globals';
import type { Email } from '../api.js';
import { replyTo } from './reply-to.js';

const named = (...emails: string[]) => emails.map((email) => ({ email, name: '' }));

it('answers everybody else who read a message, and not the mailbox under an address with a tag', () => {
  const message: Pick<Email, 'from' | 'replyTo' | 'to' | 'cc' | 'subject'> = {
    from: { email: 'ada@far.test', name: 'Ada' },
    replyTo: [],
    to: named('Desk@a.test', 'desk+shop@a.test', 'bob+x@far.test'),
    cc: named('ADA@far.test', 'bob@far.test'),
    subject: 'RE: gears',
  };
  expect(replyTo(message as Email, 'desk@a.test')).toEqual({
    one: 'ada@far.test',
    all: 'bob+x@far.test, bob@far.test',
    subject: 'RE: gears',
  });
});
