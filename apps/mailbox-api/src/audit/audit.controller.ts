import { Controller, Get, Query } from '@nestjs/common';
import { auditEntryResource, auditEntryView, pageAnswer, pageOf } from '@mailroom/agent-view';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import { AuditTrail, type Principal } from '@mailroom/identity';
import { Operation } from '../openapi/api-operation.js';

@Controller('audit')
export class AuditController {
  constructor(private readonly audit: AuditTrail) {}

  @Get()
  @Needs('manager')
  @Operation({ summary: 'List the changes of tokens and mailboxes', answer: pageOf(auditEntryResource), paged: true })
  async listAuditEntries(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const page = query.page(parameters);
    const entries = await this.audit.list(caller, { ...page, limit: page.limit + 1 });
    return pageAnswer(entries.map(auditEntryView), page.limit);
  }
}
