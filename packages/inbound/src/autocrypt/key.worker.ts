import { parentPort } from 'node:worker_threads';
import { threadId, type JobReport } from '@mailroom/concurrency';
import { canonicalText } from '@mailroom/message';
import { armoredPublicKey, KeyRefusal, readPublicKey } from '@mailroom/openpgp';
import type { BroughtKey, KeyJob } from './key-job.js';

function report(message: JobReport<BroughtKey | null>): void {
  parentPort?.postMessage(message);
}

async function read({ key, sender }: KeyJob): Promise<BroughtKey | null> {
  try {
    return await readPublicKey(armoredPublicKey(key), (named) => canonicalText(named) === sender);
  } catch (error) {
    if (error instanceof KeyRefusal) return null;
    throw error;
  }
}

parentPort?.on('message', (job: KeyJob) => void read(job).then((outcome) => report({ outcome })));
report({ started: threadId() });
