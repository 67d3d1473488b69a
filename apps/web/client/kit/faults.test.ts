import { expect, it } from '@jest/globals';
import { MailroomError } from '@mailroom/client';
import { faultsOf, inWords } from './faults.js';

const refused = (...errors: { field: string; message: string }[]) =>
  faultsOf(new MailroomError('invalid_request', `The field "${errors[0]?.field}" is wrong.`, { status: 400, errors }));

it('says what is wrong in the words of a form, and with what was typed', () => {
  const faults = refused(
    { field: 'to.1', message: 'is not an email address' },
    { field: 'to.7', message: 'is not an email address' },
    { field: 'mailbox_password', message: 'must be a string' },
    { field: 'text', message: 'or html or bodyRef is required' },
    { field: 'cc', message: 'each value in cc must be shorter than or equal to 320 characters' },
  );
  expect(faults.map((fault) => inWords(fault, fault.field === 'to' ? ['ada@a.test', 'bob'] : undefined))).toEqual([
    '“bob” is not an email address.',
    'Entry 8 of To is not an email address.',
    'Password must be a string.',
    'The text is missing.',
    'Cc has an entry that must be shorter than or equal to 320 characters.',
  ]);
});

it('finds no field at fault where something else failed', () => {
  expect([faultsOf(new Error('It failed.')), refused()]).toEqual([[], []]);
});
