import { Controller, Get } from '@nestjs/common';
import { one, Operation } from '@mailroom/openapi';
import { Overview } from './overview.service.js';
import { overviewResource } from './overview.js';

@Controller('overview')
export class OverviewController {
  constructor(private readonly overview: Overview) {}

  @Get()
  @Operation({ summary: 'What waits for a person, and how the installation does', answer: one(overviewResource) })
  async getOverview() {
    return this.overview.now();
  }
}
