import { assessTrust, extract, extractedText, readMessage } from '../../../dist/index.js';

const PASSED = { spf: 'pass', dkim: 'pass', dmarc: 'pass' };

/** What the reader makes of the bytes of a mail: the one place that knows how the parser's worker calls it. */
export function read(raw, authentication = PASSED) {
  const { message, html } = readMessage(raw);
  const { subject, plainText, from, headers } = message;
  return {
    message,
    extractions: extract({ subject, plainText, html, fromEmail: from?.email ?? '', headers }),
    ownText: extractedText(plainText, html),
    trust: assessTrust({ message, html, authentication }),
  };
}
