import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { threadId } from '@mailroom/concurrency';
import { Authenticator } from './authenticator.js';
import { JobBoard } from './job-board.js';
import { readingOf } from './message-reader.js';
import { OutcomeReports } from './outcome-reports.js';
import type { WorkerData, WorkerJob, WorkerReport, WorkerRequest } from './parse-job.js';

/** Answers to SMTP clients take precedence over parsing; on Linux the priority applies to this thread alone. */
const NICE = 10;

const { board: cells, ...settings } = workerData as WorkerData;
const board = new JobBoard(cells);
const authenticator = new Authenticator(settings);

function report(message: WorkerReport, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

// mailauth 4.13.3 uses the names in ARC-Authentication-Results as paths into an object, so a message could write to
// Object.prototype through `__proto__.x=1` and change how every later message is read. Without the accessor it can't.
Reflect.deleteProperty(Object.prototype, '__proto__');

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
const envelope = { clientAddress: '', helo: '', sender: null };
await readingOf({ id: 0, rawId: '', raw: Buffer.from(SAMPLE), envelope, seal: null }, authenticator);

// Until now it went at the normal priority: where processors are full, a start would otherwise take many seconds.
try {
  if (process.platform === 'linux') setPriority(NICE);
} catch {
  // If the system forbids it, parsing continues at the normal priority.
}

report({ kind: 'started', threadId: threadId() });

const reports = new OutcomeReports(board, report);
let hasWorked = false;
let waiting = 0;

// Each has a turn of its own, and what can end in it has ended before the next begins: where one hangs, there is hardly
// ever another that might be the one.
parentPort?.on('message', ({ jobs }: WorkerRequest) => {
  waiting += jobs.length;
  for (const job of jobs) setImmediate(begin, job);
});

function begin(job: WorkerJob): void {
  waiting -= 1;
  // This one may wait for DNS; those that have ended don't.
  if (waiting === 0) reports.soon();
  if (board.isRevoked(job.id)) return;
  board.begin(job.id);
  if (!hasWorked) report({ kind: 'works' });
  hasWorked = true;
  void parse(job);
}

async function parse(job: WorkerJob): Promise<void> {
  try {
    const reading = await readingOf(job, authenticator);
    reports.add(job, reading, waiting > 0);
  } catch (error) {
    reports.fail(job.id, error, waiting > 0);
  }
}
