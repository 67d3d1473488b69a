import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { assessTrust, extract, extractedText, parseMessage, readHtml } from '@mailroom/mail/mime';
import { Authenticator } from './authenticator.js';
import type { ParseOutcome, WorkerReport, WorkerRequest, WorkerSettings } from './parse-job.js';

/** Answers to SMTP clients go before parsing; on Linux the priority is this thread's alone. */
const NICE = 10;

const settings = workerData as WorkerSettings;
const authenticator = new Authenticator(settings);

function report(message: WorkerReport): void {
  parentPort?.postMessage(message);
}

async function parse({ raw: bytes, envelope }: WorkerRequest): Promise<ParseOutcome> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const message = parseMessage(raw);
    const { subject, plainText, from } = message;
    const html = message.html === '' ? null : readHtml(message.html);
    const extractions = extract({ subject, plainText, html, fromEmail: from?.email ?? '' });
    const ownText = extractedText(message.plainText, html);
    const authentication = await authenticator.authenticate(raw, envelope, message);
    return {
      ok: true,
      message,
      extractions,
      extractedText: ownText === message.plainText ? null : ownText,
      trust: assessTrust({ message, html, authentication }),
      authentication,
    };
  } catch (error) {
    return { ok: false, reason: `crashed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

// mailauth 4.13.3 takes the names in ARC-Authentication-Results for paths into an object, so a message could write to
// Object.prototype through `__proto__.x=1` and change how every later one is read. Without the accessor it can't.
Reflect.deleteProperty(Object.prototype, '__proto__');

try {
  if (process.platform === 'linux') setPriority(NICE);
} catch {
  // Where the system forbids it, parsing goes on at the common priority.
}

parentPort?.on('message', (request: WorkerRequest) => {
  report({ kind: 'begun', id: request.id });
  void parse(request).then((outcome) => report({ kind: 'ended', id: request.id, outcome }));
});
