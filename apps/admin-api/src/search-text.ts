import { invalidParameter } from '@mailroom/errors';
import { query, type Query } from '@mailroom/http';

const MAX_LENGTH = 200;

/** A text of the query that is compared with what we keep. @throws invalid_request if it is too long for any of it */
export function searchText(parameters: Query, field: string): string | undefined {
  const text = query.text(parameters, field)?.trim();
  if (text !== undefined && text.length > MAX_LENGTH)
    throw invalidParameter(field, `must have at most ${MAX_LENGTH} characters`);
  return text === '' ? undefined : text;
}
