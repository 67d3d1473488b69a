import { Controller, Get, Param, Query } from '@nestjs/common';
import { listPage, pageOf, type Query as QueryString } from '@mailroom/http';
import { OperatorTenantRepository } from '@mailroom/identity';
import { OperatorMailboxRepository } from '@mailroom/mail';
import { cursorPageOf, one, Operation } from '@mailroom/openapi';
import { searchText } from '../search-text.js';
import { tenantDetailResource } from './tenant-detail.js';
import { tenantFilter, tenantParameters } from './tenant-filter.js';
import { TenantViews } from './tenant-views.js';
import { tenantResource } from './tenant.js';

@Controller('tenants')
export class TenantsController {
  constructor(
    private readonly tenants: OperatorTenantRepository,
    private readonly mailboxes: OperatorMailboxRepository,
    private readonly views: TenantViews,
  ) {}

  @Get()
  @Operation({
    summary: 'Tenants, newest first',
    answer: cursorPageOf(tenantResource),
    query: tenantParameters,
  })
  async listTenants(@Query() parameters: QueryString) {
    const { limit, cursor } = listPage(parameters, /^tnt_\w{1,60}$/);
    const page = { cursor, limit: limit + 1 };
    const [text, filter] = [searchText(parameters, 'q'), tenantFilter(parameters)];
    const owners = text === undefined ? [] : await this.mailboxes.owners(text);
    const found = await this.tenants.list({ ...filter, text, owners }, page);
    return pageOf(await this.views.of(found), limit, ({ tenantId }) => tenantId);
  }

  @Get(':tenantId')
  @Operation({ summary: 'One tenant', answer: one(tenantDetailResource) })
  async getTenant(@Param('tenantId') tenantId: string) {
    return this.views.detail(tenantId);
  }
}
