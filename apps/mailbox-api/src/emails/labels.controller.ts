import { Controller, Get, Query } from '@nestjs/common';
import { all, labelResource, labelView } from '@mailroom/agent-view';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { LabelService } from '@mailroom/mail';
import { accountParameter, Operation } from '../openapi/api-operation.js';

@Controller('labels')
export class LabelsController {
  constructor(private readonly labels: LabelService) {}

  @Get()
  @Needs('read')
  @Operation({
    summary: 'List the labels that emails of a mailbox have',
    answer: all(labelResource),
    query: accountParameter,
  })
  async listLabels(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const names = await this.labels.names(caller, query.accountId(parameters));
    return { items: names.map(labelView) };
  }
}
