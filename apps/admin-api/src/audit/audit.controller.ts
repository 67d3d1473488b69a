import { Controller, Get, Query } from '@nestjs/common';
import { idPage, pageOf, pageParameters, query, type Query as QueryString } from '@mailroom/http';
import { auditActions, auditActors, OperatorAuditRepository } from '@mailroom/identity';
import { cursorPageOf, Operation, type QueryParameter } from '@mailroom/openapi';
import { continued, mayBeShort } from '../short-page.js';
import { searchText } from '../search-text.js';
import { tenantParameter } from '../tenant-parameter.js';
import { auditEntryResource, auditEntryView } from './audit-entry.js';

const auditParameters: Readonly<Record<string, QueryParameter>> = {
  ...tenantParameter,
  actor: { type: 'string', description: 'who did it', enum: auditActors },
  action: { type: 'string', description: 'what was done', enum: auditActions },
  since: { type: 'string', format: 'date-time', description: 'from then on' },
  before: { type: 'string', format: 'date-time', description: 'before then' },
  ...pageParameters,
};

const audited = {
  summary: 'Who changed what, newest first',
  description: mayBeShort,
  answer: cursorPageOf(auditEntryResource),
  query: auditParameters,
};

@Controller('audit')
export class AuditController {
  constructor(private readonly audit: OperatorAuditRepository) {}

  @Get()
  @Operation(audited)
  async listAudit(@Query() parameters: QueryString) {
    const { limit, cursor } = idPage(parameters);
    const { entries, next } = await this.audit.list(filterOf(parameters), { cursor, limit: limit + 1 });
    return continued(
      pageOf(entries.map(auditEntryView), limit, ({ entryId }) => String(entryId)),
      next,
    );
  }
}

function filterOf(parameters: QueryString) {
  return {
    tenantId: searchText(parameters, 'tenantId'),
    actor: query.oneOf(parameters, 'actor', auditActors),
    action: query.oneOf(parameters, 'action', auditActions),
    since: query.instant(parameters, 'since'),
    before: query.instant(parameters, 'before'),
  };
}
