import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import {
  JobAdministrationRepository,
  type Resolution,
  type UnknownRecipient,
} from './job-administration.repository.js';

/** Shows the operator the messages of which nobody knows whether they arrived. */
@Injectable()
export class JobAdministration {
  constructor(private readonly jobs: JobAdministrationRepository) {}

  async unknown(): Promise<UnknownRecipient[]> {
    return this.jobs.unknown();
  }

  /** @throws not_found if there is no such job or its outcome is known */
  async resolve(jobId: number, resolution: Resolution): Promise<void> {
    if (await this.jobs.resolve(jobId, resolution)) return;
    throw new DomainError('not_found', `There is no job ${jobId} whose outcome is unknown.`);
  }
}
