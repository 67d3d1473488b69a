import type { Extractions, ParsedMessage, PlainTextSource, ReadMessage, TrustAssessment } from '@mailroom/message';
import type { AuthenticationResult, Particulars } from './parse-job.js';

/** What was found in a message. */
export type Reading = {
  /** Its plain text is made from its HTML where it has none of its own. */
  readonly message: ParsedMessage;
  readonly plainTextSource: PlainTextSource;
  readonly extractions: Extractions;
  /** Null if it equals the plain text. */
  readonly extractedText: string | null;
  readonly trust: TrustAssessment;
  readonly authentication: AuthenticationResult;
  readonly signed: ReadMessage['signed'];
  readonly autocrypt: ReadMessage['autocrypt'];
  readonly sealed: Uint8Array | null;
};

/** Null for nearly all messages. */
export function particularsOf({ signed, autocrypt, sealed, message: { sentAt } }: Reading): Particulars | null {
  return signed === null && autocrypt === null && sealed === null ? null : { signed, autocrypt, sealed, sentAt };
}
