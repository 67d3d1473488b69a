import { DomainError } from '@mailroom/errors';

/** The number behind an id of this surface, whose ids are text: what can't be one names nothing. @throws not_found */
export function idOf(text: string, missing: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new DomainError('not_found', missing);
}

/** The same for messages, as `EmailService` says that there is none. */
export function emailIdOf(messageId: string): number {
  return idOf(messageId, 'There is no such email.');
}
