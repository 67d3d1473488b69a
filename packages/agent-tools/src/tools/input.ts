import { invalidField } from '@mailroom/errors';
import { parseInstant } from '@mailroom/http';
import { about, integer, list, string, type Schema } from '@mailroom/openapi';

const MAX_ID = Number.MAX_SAFE_INTEGER;

/** A whole number within bounds. */
export function bounded(minimum: number, maximum: number): Schema<number> {
  return { ...integer, minimum, maximum };
}

/** A text of at most so many characters. */
export function shortText(maxLength: number): Schema<string> {
  return { ...string, maxLength };
}

export const id = bounded(1, MAX_ID);

/** Every tool takes it. */
export const accountId = about(
  id,
  'Which mailbox, by the accountId that whoami lists. Needed only where the token reaches several.',
);

export const emailId = about(id, 'The emailId of a list or search.');

/** One address or several. */
export const addressList: Schema<string | readonly string[]> = {
  anyOf: [shortText(320), { ...list(shortText(320)), maxItems: 100 }],
};

export const instant = about({ ...string, maxLength: 40 }, 'ISO 8601, such as 2026-03-01T09:00:00Z.');

export const maxBodyChars = about(
  bounded(0, 50_000),
  'The most characters of text to return of an email; where there is more, nextOffset says where it goes on.',
);

export const leaseToken = about(
  shortText(100),
  'The leaseToken that claim_next_task returned. It proves that the task is still yours.',
);

export const owner = about(shortText(200), 'Your own name, where several agents share one token.');

export const paging = {
  limit: about(bounded(1, 50), 'How many at most; 10 if left out.'),
  cursor: about(id, 'The nextCursor of the last answer, for the next page.'),
};

export const DEFAULT_LIMIT = 10;

/** @throws invalid_request */
export function instantOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const found = parseInstant(text);
  if (found) return found;
  throw invalidField(field, 'must be an instant in ISO 8601 with its zone, such as 2026-03-01T09:00:00Z');
}
