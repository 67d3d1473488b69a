import { expect, it } from '@jest/globals';
import { DomainError } from '@mailroom/errors';
import { plainError, type DefaultFixes } from './plain-error.js';

it('names details as the rest of the surface is named, and leaves what stands in them alone', () => {
  const quote = { maxAmountRequired: '1' };
  const failure = new DomainError('payment_failed', 'It failed.', {
    fix: 'Pay.',
    details: { receiptId: 'rcp_1', quote },
  });
  const fixes = {} as DefaultFixes;
  expect(plainError(failure, 'req_1', { name: 'request_id', fixes })).toEqual({
    error: 'payment_failed',
    message: 'It failed.',
    request_id: 'req_1',
    fix: 'Pay.',
    receipt_id: 'rcp_1',
    quote,
  });
  expect(plainError(failure, 'req_1', { name: 'requestId', fixes })).toMatchObject({
    requestId: 'req_1',
    receiptId: 'rcp_1',
  });
});
