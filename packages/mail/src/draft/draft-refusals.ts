import { DomainError } from '@mailroom/errors';

/** The refusal of a draft that the caller may not see, or that was sent or deleted. */
export function noDraft(): DomainError {
  return new DomainError('not_found', 'There is no such draft.');
}

/** The refusal of whoever has not read the last change of a draft. */
export function draftChanged(): DomainError {
  return new DomainError('conflict', 'The draft was changed elsewhere since it was read.', {
    fix: 'Read it again with GET /drafts/{draftId}, and send the version that it has.',
  });
}
