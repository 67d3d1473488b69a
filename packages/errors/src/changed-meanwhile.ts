import { DomainError } from './domain-error.js';

/** Somebody else was faster: what was to be changed is not what the caller saw. @param what with its article */
export function changedMeanwhile(what: string, version: string): DomainError {
  return new DomainError('conflict', `${what} has changed since you looked.`, {
    fix: 'Look again, and repeat the change with the new version if it is still right.',
    details: { version },
  });
}
