import { Controller, Get, Query } from '@nestjs/common';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import { AuditTrail, type Principal } from '@mailroom/identity';
import { pageAnswer } from '../emails/page-answer.js';
import { Operation } from '../openapi/api-operation.js';
import { auditEntryView } from './audit-entry.view.js';

@Controller('audit')
export class AuditController {
  constructor(private readonly audit: AuditTrail) {}

  @Get()
  @Needs('manager')
  @Operation({ summary: 'List the changes of tokens and mailboxes', data: 'AuditEntry[]', paged: true })
  async listAuditEntries(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const page = query.page(parameters);
    const entries = await this.audit.list(caller, { ...page, limit: page.limit + 1 });
    return pageAnswer(entries.map(auditEntryView), page.limit);
  }
}
