import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { idPage, pageOf, pageParameters, query, type Query as QueryString } from '@mailroom/http';
import type { OperatorCall } from '@mailroom/identity';
import { cursorPageOf, one, Operation, type QueryParameter } from '@mailroom/openapi';
import { JobAdministration, jobFilters, OperatorJobRepository } from '@mailroom/sending';
import { Operator } from '../auth/operator.guard.js';
import { continued, mayBeShort } from '../short-page.js';
import { searchText } from '../search-text.js';
import { tenantParameter } from '../tenant-parameter.js';
import { jobResource, jobView } from './job.js';
import { ResolveJobDto } from './resolve-job.dto.js';

const jobParameters: Readonly<Record<string, QueryParameter>> = {
  ...tenantParameter,
  state: {
    type: 'string',
    description: 'needs_person, where it is left out: nobody knows whether a recipient got it',
    enum: jobFilters,
  },
  ...pageParameters,
};

const listed = {
  summary: 'Outbound jobs, newest first',
  description: mayBeShort,
  answer: cursorPageOf(jobResource),
  query: jobParameters,
};

@Controller('outbound-jobs')
export class JobsController {
  constructor(
    private readonly jobs: OperatorJobRepository,
    private readonly administration: JobAdministration,
  ) {}

  @Get()
  @Operation(listed)
  async listOutboundJobs(@Query() parameters: QueryString) {
    const { limit, cursor } = idPage(parameters);
    const filter = query.oneOf(parameters, 'state', jobFilters) ?? 'needs_person';
    const tenantId = searchText(parameters, 'tenantId');
    const { jobs, next } = await this.jobs.list(filter, tenantId, { cursor, limit: limit + 1 });
    return continued(
      pageOf(jobs.map(jobView), limit, ({ jobId }) => String(jobId)),
      next,
    );
  }

  @Get(':jobId')
  @Operation({ summary: 'One outbound job', answer: one(jobResource) })
  async getOutboundJob(@Param('jobId') jobId: string) {
    return jobView(await this.administration.find(query.pathId(jobId, 'jobId')));
  }

  @Post(':jobId/resolve')
  @Operation({
    summary: 'Settle what nobody knows of a job',
    description: 'A job that was settled so already stays, and is answered as if it had just been done.',
    answer: one(jobResource),
  })
  async resolveJob(
    @Operator() by: OperatorCall,
    @Param('jobId') jobId: string,
    @Body() { resolution, ...seen }: ResolveJobDto,
  ) {
    return jobView(await this.administration.decide(query.pathId(jobId, 'jobId'), resolution, { by, ...seen }));
  }
}
