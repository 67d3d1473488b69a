import { Controller, Get, Query } from '@nestjs/common';
import { idPage, pageOf, pageParameters, query, type Query as QueryString } from '@mailroom/http';
import { cursorPageOf, Operation, type QueryParameter } from '@mailroom/openapi';
import { riskControls, RiskEventRepository } from '@mailroom/send-policy';
import { searchText } from '../search-text.js';
import { tenantParameter } from '../tenant-parameter.js';
import { riskEventResource, riskEventView } from './risk-event.js';

const riskParameters: Readonly<Record<string, QueryParameter>> = {
  ...tenantParameter,
  control: { type: 'string', description: 'only what this control did', enum: riskControls },
  ...pageParameters,
};

@Controller('risk-events')
export class RiskEventsController {
  constructor(private readonly events: RiskEventRepository) {}

  @Get()
  @Operation({
    summary: 'What the controls did, and why, newest first',
    answer: cursorPageOf(riskEventResource),
    query: riskParameters,
  })
  async listRiskEvents(@Query() parameters: QueryString) {
    const { limit, cursor } = idPage(parameters);
    const [tenantId, control] = [searchText(parameters, 'tenantId'), query.oneOf(parameters, 'control', riskControls)];
    const found = await this.events.list({ tenantId, control }, { cursor, limit: limit + 1 });
    return pageOf(found.map(riskEventView), limit, ({ riskEventId }) => String(riskEventId));
  }
}
