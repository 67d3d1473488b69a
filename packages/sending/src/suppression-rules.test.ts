import { describe, expect, it } from '@jest/globals';
import { enhancedStatusOf, withSuppression } from './suppression-rules.js';

describe('enhancedStatusOf', () => {
  it.each([
    ['550 5.1.1 No such user', '5.1.1'],
    ['550-5.1.1 nobody\n550 5.1.1 of that name', '5.1.1'],
    ['550-Nobody\n550 5.1.10 of that name', '5.1.10'],
    ['550 5.1.1. No such user', '5.1.1'],
    ['550 #5.1.0 Address rejected', '5.1.0'],
    ['451 4.7.1 Greylisted', '4.7.1'],
    ['5.1.1 host mx.far.test said: 550 no', '5.1.1'],
  ])('finds it in %j', (reply, status) => expect(enhancedStatusOf(reply)).toBe(status));

  it.each([
    '550 Spam Gateway 5.1.2 refuses this',
    '550 No such user, see 5.1.1 of our terms',
    '550 [5.1.2.3] is on a block list',
    '550 5.1.2.3 is on a block list',
    '550 4.1.1 Which is it?',
    '450 5.1.1 Which is it?',
    '550 5.1.1000 No',
    '550 5.1 No',
    '550',
    'The next hop closed the connection.',
    '',
  ])('takes nothing else in %j for one', (reply) => expect(enhancedStatusOf(reply)).toBe(''));
});

it('suppresses no address because of a version number in what its host said', () => {
  const outcome = { position: 0, status: 'failed', smtpReply: '550 MailGate 5.1.2 says no', ownReply: true } as const;
  expect(withSuppression(outcome, [{ position: 0, address: 'a@far.test' }])).not.toHaveProperty('suppress');
});
