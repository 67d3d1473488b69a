import { DomainError } from './domain-error.js';

/** Whether a caller was refused, was told to wait, or did nothing wrong, as counters tell it. */
export function failureOutcome(error: unknown): 'refused' | 'limited' | 'failed' {
  if (!(error instanceof DomainError) || error.code === 'unavailable') return 'failed';
  return error.code === 'rate_limited' ? 'limited' : 'refused';
}
