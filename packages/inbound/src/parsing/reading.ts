import {
  assessTrust,
  cutText,
  extract,
  extractedText,
  plainTextOf,
  readMessage,
  type Extractions,
  type ParsedMessage,
  type PlainTextSource,
  type ReadMessage,
  type TrustAssessment,
} from '@mailroom/message';
import type { Authenticator } from './authenticator.js';
import type { AuthenticationResult, Particulars, WorkerJob } from './parse-job.js';
import { cameEncrypted, sealedReading } from './sealed-reading.js';

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

export async function readingOf(
  { raw: bytes, envelope, seal }: WorkerJob,
  authenticator: Authenticator,
): Promise<Reading> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { message, html, signed, autocrypt } = readMessage(raw);
  const { subject, plainText, from, headers } = message;
  const extractions = extract({ subject, plainText, html, fromEmail: from?.email ?? '', headers });
  const ownText = extractedText(message.plainText, html);
  const { plainText: shownText, plainTextSource } = plainTextOf(message.plainText, html);
  const authentication = await authenticator.authenticate(raw, envelope, message);
  const reading: Reading = {
    message: { ...message, plainText: cutText(shownText), html: cutText(message.html) },
    plainTextSource,
    extractions,
    extractedText: ownText === shownText ? null : cutText(ownText),
    trust: assessTrust({ message, html, authentication }),
    authentication,
    signed,
    autocrypt: authentication.dmarc === 'pass' ? autocrypt : null,
    sealed: null,
  };
  return seal && !cameEncrypted(raw, message) ? await sealedReading(raw, reading, seal) : reading;
}

/** Null for nearly all messages. */
export function particularsOf({ signed, autocrypt, sealed, message: { sentAt } }: Reading): Particulars | null {
  return signed === null && autocrypt === null && sealed === null ? null : { signed, autocrypt, sealed, sentAt };
}
