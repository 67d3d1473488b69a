import { Controller, Get, Param, Query } from '@nestjs/common';
import { OperatorBillingRepository } from '@mailroom/billing';
import { listPage, pageOf, query, type Query as QueryString } from '@mailroom/http';
import { OperatorTenantRepository, type TenantSearch } from '@mailroom/identity';
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
    private readonly billing: OperatorBillingRepository,
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
    const search = { ...tenantFilter(parameters), ...(await this.#named(parameters)) };
    const found = await this.tenants.list(search, { cursor, limit: limit + 1 });
    return pageOf(await this.views.of(found), limit, ({ tenantId }) => tenantId);
  }

  @Get(':tenantId')
  @Operation({ summary: 'One tenant', answer: one(tenantDetailResource) })
  async getTenant(@Param('tenantId') tenantId: string) {
    return this.views.detail(tenantId);
  }

  /** Those that other tables name. */
  async #named(parameters: QueryString): Promise<Pick<TenantSearch, 'text' | 'owners' | 'among'>> {
    const text = searchText(parameters, 'q');
    const owners = text === undefined ? [] : await this.mailboxes.owners(text);
    const among = query.boolean(parameters, 'upgradePaid') ? await this.billing.upgradePayers() : undefined;
    return { text, owners, among };
  }
}
