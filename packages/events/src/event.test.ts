import { describe, expect, it } from '@jest/globals';
import { emailAccepted, emailReceived } from './mail-events.js';

describe('an event payload', () => {
  it('is accepted with fields of the declared kinds, and keeps fields that a newer writer added', () => {
    const payload = { emailId: 1, mailboxId: 2, added: true };
    expect(emailReceived.parse(payload)).toEqual(payload);
  });

  it.each([null, 'text', {}, { emailId: '1', mailboxId: 2 }, { emailId: 1.5, mailboxId: 2 }])(
    'is refused when a field is missing or of another kind: %j',
    (payload) => expect(() => emailReceived.parse(payload)).toThrow(/email\.received has no valid/),
  );

  it('is refused when a list holds something else', () => {
    expect(() => emailAccepted.parse({ rawId: 'r', emailIds: [1, 'x'], mailboxIds: [1, 2] })).toThrow(/emailIds/);
  });
});
