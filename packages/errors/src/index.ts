export { DomainError, type DomainErrorOptions, type FieldError } from './domain-error.js';
export { changedMeanwhile } from './changed-meanwhile.js';
export type { ErrorCode } from './error-code.js';
export { failureOutcome } from './failure-outcome.js';
export { invalidField, invalidHeader, invalidParameter } from './invalid-field.js';
export { readNumber, type Complain, type Environment } from './number-setting.js';
