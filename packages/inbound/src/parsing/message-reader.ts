import { assessTrust, cutText, extract, extractedText, plainTextOf, readMessage } from '@mailroom/message';
import type { Authenticator } from './authenticator.js';
import type { WorkerJob } from './parse-job.js';
import type { Reading } from './reading.js';
import { cameEncrypted, sealedReading } from './sealed-reading.js';

/** Reads a message, and what its sender's domain says of it; one that is to be sealed is described as it is then. */
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
