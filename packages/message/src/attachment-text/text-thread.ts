import {
  JobThread,
  OUT_OF_MEMORY,
  type JobThreadOptions,
  type KillableWorkers,
  type WorkerLoss,
} from '@mailroom/concurrency';
import { DomainError } from '@mailroom/errors';
import type { TextJob, TextOutcome, TextRequest } from './text-job.js';

const SAYS: Readonly<Record<string, string>> = {
  timeout: 'The file takes too long to read.',
  [OUT_OF_MEMORY]: 'The file needs more memory than reading it is given.',
  closed: 'Reading was stopped.',
};
const CRASHED = 'The file is broken.';

/** Reads one file at a time in a worker that can be killed. */
export class TextThread {
  readonly #thread: JobThread<TextRequest, TextOutcome>;

  constructor(workers: KillableWorkers, options: JobThreadOptions) {
    this.#thread = new JobThread(workers, options);
  }

  /**
   * The job's content is copied, since the worker takes ownership of it.
   * @throws unavailable if no worker can be started, which tells us nothing about the file
   */
  async read({ kind, content, charset }: TextJob): Promise<TextOutcome> {
    const request: TextRequest = { kind, content: new Uint8Array(content), charset };
    const end = await this.#thread.run(request, [request.content.buffer as ArrayBuffer]);
    return 'outcome' in end ? end.outcome : lost(end.lost);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

function lost({ reason, isProven }: WorkerLoss): TextOutcome {
  const unreadable = SAYS[reason] ?? CRASHED;
  if (unreadable === CRASHED && !isProven)
    throw new DomainError('unavailable', 'Attachments can not be read at the moment.');
  return { ok: false, unreadable };
}
