import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import {
  liftedSuppressionResource,
  pageAnswer,
  pageOf,
  suppressionResource,
  suppressionView,
} from '@mailroom/agent-view';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { one } from '@mailroom/openapi';
import { SuppressionService } from '@mailroom/send-policy';
import { Operation } from '../openapi/api-operation.js';

const listParameters = {
  accountId: { type: 'integer', description: "only what this mailbox's mail led to" },
} as const;

@Controller('suppressions')
export class SuppressionsController {
  constructor(private readonly suppressions: SuppressionService) {}

  @Get()
  @Needs('read')
  @Operation({
    summary: 'List suppressed addresses',
    answer: pageOf(suppressionResource),
    paged: true,
    query: listParameters,
  })
  async listSuppressions(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const { limit, ...page } = query.page(parameters);
    const accountId = query.accountId(parameters);
    const found = await this.suppressions.list(caller, accountId, { ...page, limit: limit + 1 });
    return pageAnswer(found.map(suppressionView), limit);
  }

  @Delete(':address')
  @Needs('manager')
  @Operation({ summary: 'Let an address be written to again', answer: one(liftedSuppressionResource) })
  async liftSuppression(@Caller() caller: Principal, @Param('address') address: string) {
    return { address: await this.suppressions.lift(caller, address) };
  }
}
