import { Injectable } from '@nestjs/common';
import { changedMeanwhile, DomainError } from '@mailroom/errors';
import type { OperatorDecision } from '@mailroom/identity';
import {
  JobAdministrationRepository,
  type Resolution,
  type UnknownRecipient,
} from './job-administration.repository.js';
import { OperatorJobRepository, type OperatorJob } from './operator/operator-job.repository.js';

export const resolutions: readonly Resolution[] = ['sent', 'failed', 'retry'];

/** Shows the operator the messages of which nobody knows whether they arrived. */
@Injectable()
export class JobAdministration {
  constructor(
    private readonly jobs: JobAdministrationRepository,
    private readonly all: OperatorJobRepository,
  ) {}

  async unknown(): Promise<UnknownRecipient[]> {
    return this.jobs.unknown();
  }

  /** @throws not_found if there is no such job or its outcome is known */
  async resolve(jobId: number, resolution: Resolution): Promise<void> {
    if (await this.jobs.resolve(jobId, resolution, { by: null, reason: '' })) return;
    throw new DomainError('not_found', `There is no job ${jobId} whose outcome is unknown.`);
  }

  /** @throws not_found */
  async find(jobId: number): Promise<OperatorJob> {
    const job = await this.all.find(jobId);
    if (!job) throw new DomainError('not_found', `There is no job ${jobId}.`);
    return job;
  }

  /** Settles what the operator has seen; a job that was settled so already stays. @throws not_found, conflict */
  async decide(jobId: number, resolution: Resolution, decision: OperatorDecision): Promise<OperatorJob> {
    const isDone = await this.jobs.resolve(jobId, resolution, decision);
    const job = await this.find(jobId);
    if (isDone || isSettledAs(job, resolution)) return job;
    throw changedMeanwhile(`The job ${jobId}`, job.version);
  }
}

/** Whether a job is as the resolution leaves it. */
function isSettledAs({ status, recipients }: OperatorJob, resolution: Resolution): boolean {
  if (recipients.some((recipient) => recipient.status === 'unknown')) return false;
  return resolution === 'retry' ? ['retry', 'sending', 'queued'].includes(status) : status === resolution;
}
