import type { MessageFields } from '../src/parsing/message-fields.js';
import type { ParseOutcome } from '../src/parsing/parse-job.js';

type Place = readonly [start: number, length: number];

/** What a parser says of a message, read as the database reads it; of one that failed, the outcome itself. */
export function shownBy(outcome: ParseOutcome): ParseOutcome | MessageFields {
  if (!outcome.ok) return outcome;
  const { json, texts } = outcome.row;
  const textAt = (place: Place | null) =>
    place && Buffer.from(texts.subarray(place[0], place[0] + place[1])).toString();
  const row = JSON.parse(Buffer.from(json).toString());
  const { plainText, html, extractedText, headers } = row;
  return {
    ...row,
    plainText: textAt(plainText),
    html: textAt(html),
    extractedText: textAt(extractedText),
    headers: JSON.parse(textAt(headers) ?? 'null'),
  };
}
