import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { threadId } from '@mailroom/concurrency';
import { assessTrust, cutText, extract, extractedText, plainTextOf, readMessage } from '@mailroom/message';
import { Authenticator } from './authenticator.js';
import { cameEncrypted, sealedOutcome, type ParsedOutcome } from './sealed-outcome.js';
import { REVOCABLE, type ParseOutcome, type WorkerData, type WorkerReport, type WorkerRequest } from './parse-job.js';

/** Answers to SMTP clients take precedence over parsing; on Linux the priority applies to this thread alone. */
const NICE = 10;

const { revoked, ...settings } = workerData as WorkerData;
const authenticator = new Authenticator(settings);

function report(message: WorkerReport): void {
  parentPort?.postMessage(message);
}

async function parse({ raw: bytes, envelope, seal }: WorkerRequest): Promise<ParseOutcome> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const { message, html, signed, autocrypt } = readMessage(raw);
    const { subject, plainText, from, headers } = message;
    const extractions = extract({ subject, plainText, html, fromEmail: from?.email ?? '', headers });
    const ownText = extractedText(message.plainText, html);
    const { plainText: shownText, plainTextSource } = plainTextOf(message.plainText, html);
    const authentication = await authenticator.authenticate(raw, envelope, message);
    const outcome: ParsedOutcome = {
      ok: true,
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
    return seal && !cameEncrypted(raw, message) ? await sealedOutcome(raw, outcome, seal) : outcome;
  } catch (error) {
    return { ok: false, reason: `crashed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

// mailauth 4.13.3 uses the names in ARC-Authentication-Results as paths into an object, so a message could write to
// Object.prototype through `__proto__.x=1` and change how every later message is read. Without the accessor it can't.
Reflect.deleteProperty(Object.prototype, '__proto__');

try {
  if (process.platform === 'linux') setPriority(NICE);
} catch {
  // If the system forbids it, parsing continues at the normal priority.
}

/** It is parsed first, so that no message waits while patterns and tables are built. */
const SAMPLE = `From: "A" <a@b.example>\r
To: c@d.example\r
Subject: =?utf-8?Q?Code_=C3=BC?=\r
Content-Type: multipart/alternative; boundary=b\r
\r
--b\r
Content-Type: text/plain; charset=utf-8\r
\r
Your code is 123456, see https://b.example/verify. \u2026\r
On 1 May 2026 at 10:00, C <c@d.example> wrote:\r
> Hello\r
--b\r
Content-Type: text/html; charset=iso-8859-1\r
\r
<style>.c{color:red}</style><p class="c">Your <a href="https://b.example/">code</a></p>\r
--b--\r
`;
await parse({ id: 0, raw: Buffer.from(SAMPLE), envelope: { clientAddress: '', helo: '', sender: null }, seal: null });

report({ kind: 'started', threadId: threadId() });

parentPort?.on('message', (request: WorkerRequest) => {
  if (Atomics.load(revoked, request.id % REVOCABLE) === request.id) return;
  report({ kind: 'begun', id: request.id });
  void parse(request).then((outcome) => report({ kind: 'ended', id: request.id, outcome }));
});
