import { expect, it } from '@jest/globals';
import { DomainError } from '@mailroom/errors';
import { defaultFix } from './default-fix.js';
import { errorEnvelope } from './envelope.js';

const errorOf = (error: DomainError) => errorEnvelope(error, 'req_1', false).error;

it('says of its advice whether it is that of every failure of the type', () => {
  const invalid = (fix?: string) => new DomainError('invalid_request', 'No.', fix === undefined ? {} : { fix });
  expect(errorOf(invalid())).toEqual({
    type: 'invalid_request',
    fix: defaultFix.invalid_request,
    fixIsGeneral: true,
  });
  expect(errorOf(invalid('Name one address.'))).toEqual({ type: 'invalid_request', fix: 'Name one address.' });
  expect(errorOf(new DomainError('internal_error', 'Ours.'))).toEqual({ type: 'internal_error' });
});
