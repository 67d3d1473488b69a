import { parentPort } from 'node:worker_threads';
import { threadId, type JobReport } from '@mailroom/concurrency';
import { canonicalText } from '@mailroom/message';
import { verifySignature } from '@mailroom/openpgp';
import type { SignatureJob, Verdicts } from './signature-job.js';

const LF = 10;
const CR = 13;

function report(message: JobReport<Verdicts>): void {
  parentPort?.postMessage(message);
}

/** What is signed has CRLF line ends (RFC 3156 §5), whatever the ones that it was brought with. */
function withCrlf(bytes: Uint8Array): Buffer {
  const content = Buffer.from(bytes);
  let bare = 0;
  for (let at = content.indexOf(LF); at !== -1; at = content.indexOf(LF, at + 1)) if (content[at - 1] !== CR) bare += 1;
  if (bare === 0) return content;
  const out = Buffer.allocUnsafe(content.length + bare);
  let [copied, written] = [0, 0];
  for (let at = content.indexOf(LF); at !== -1; at = content.indexOf(LF, at + 1)) {
    if (content[at - 1] === CR) continue;
    written += content.copy(out, written, copied, at);
    out[written++] = CR;
    copied = at;
  }
  content.copy(out, written, copied);
  return out;
}

async function verify({ content, signature, keys, sender }: SignatureJob): Promise<void> {
  const address = canonicalText(sender);
  const isSender = (named: string) => address !== null && canonicalText(named) === address;
  const question = { content: withCrlf(content), signature, keys, isSender, now: new Date() };
  report({ outcome: await verifySignature(question) });
}

parentPort?.on('message', (job: SignatureJob) => void verify(job));
// This loads the library before the first job comes.
const nothing = new Uint8Array();
await verifySignature({ content: nothing, signature: nothing, keys: [], isSender: () => false, now: new Date() });
report({ started: threadId() });
