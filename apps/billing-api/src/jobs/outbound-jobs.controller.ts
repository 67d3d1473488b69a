import { Controller, Get, Param } from '@nestjs/common';
import { Caller, Needs } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { one, Operation } from '@mailroom/openapi';
import { JobStatusService } from '@mailroom/sending';
import { idOf } from '../text-id.js';
import { outboundJobResource, outboundJobView } from './outbound-job.js';

@Controller('v1/outbound-jobs')
export class OutboundJobsController {
  constructor(private readonly jobs: JobStatusService) {}

  @Get(':outboundJobId')
  @Needs('any')
  @Operation({ summary: 'What became of a message that was sent', answer: one(outboundJobResource) })
  async getOutboundJob(@Caller() caller: Principal, @Param('outboundJobId') outboundJobId: string) {
    return outboundJobView(await this.jobs.require(caller, idOf(outboundJobId, 'There is no such outbound job.')));
  }
}
