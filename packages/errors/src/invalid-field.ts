import { DomainError } from './domain-error.js';

/** A field of a body is wrong. @param field a dotted path @param message to be read after the field: "must …", "is …" */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError('invalid_request', `The field "${field}" ${message}.`, { fields: [{ field, message }] });
}

/** The same of a header of the request. */
export function invalidHeader(field: string, message: string): DomainError {
  return new DomainError('invalid_request', `The header "${field}" ${message}.`, { fields: [{ field, message }] });
}

/** The same of a parameter in the query string. */
export function invalidParameter(field: string, message: string): DomainError {
  return new DomainError('invalid_request', `The parameter "${field}" ${message}.`, { fields: [{ field, message }] });
}
