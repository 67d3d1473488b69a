import { Body, Controller, Param, Post } from '@nestjs/common';
import { BillingAdministration, Ledger } from '@mailroom/billing';
import { Database } from '@mailroom/database';
import { invalidField } from '@mailroom/errors';
import {
  TenantService,
  type BillingState,
  type OperatorCall,
  type OutboundLevel,
  type StandingChange,
} from '@mailroom/identity';
import { one, Operation } from '@mailroom/openapi';
import { Operator } from '../auth/operator.guard.js';
import { SeenDto } from '../reason.dto.js';
import { TenantViews } from './tenant-views.js';
import { ChangeCreditsDto, ChangeStandingDto } from './tenant.dto.js';
import { tenantResource } from './tenant.js';

const again = 'What is so already stays, and is answered as if it had just been done.';

@Controller('tenants/:tenantId')
export class TenantChangesController {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantService,
    private readonly ledger: Ledger,
    private readonly billing: BillingAdministration,
    private readonly views: TenantViews,
  ) {}

  @Post('suspend')
  @Operation({ summary: 'Stop all mail that a tenant sends', description: again, answer: one(tenantResource) })
  async suspendTenant(@Operator() by: OperatorCall, @Param('tenantId') tenantId: string, @Body() seen: SeenDto) {
    return this.#change(tenantId, { status: 'suspended' }, by, seen);
  }

  @Post('restore')
  @Operation({ summary: 'Let a suspended tenant send as before', description: again, answer: one(tenantResource) })
  async restoreTenant(@Operator() by: OperatorCall, @Param('tenantId') tenantId: string, @Body() seen: SeenDto) {
    return this.#change(tenantId, { status: 'active' }, by, seen);
  }

  @Post('standing')
  @Operation({
    summary: 'Change how far a tenant may send or has paid',
    description: again,
    answer: one(tenantResource),
  })
  async changeTenantStanding(
    @Operator() by: OperatorCall,
    @Param('tenantId') tenantId: string,
    @Body() { sendPolicy, billingState, ...seen }: ChangeStandingDto,
  ) {
    return this.#change(tenantId, standingIn(sendPolicy, billingState), by, seen);
  }

  @Post('approve-upgrade')
  @Operation({
    summary: 'Let a tenant out that has paid for its upgrade',
    description: again,
    answer: one(tenantResource),
  })
  async approveUpgrade(@Operator() by: OperatorCall, @Param('tenantId') tenantId: string, @Body() seen: SeenDto) {
    await this.billing.approveUpgrade(tenantId, { by, ...seen });
    return this.views.one(tenantId);
  }

  @Post('credits/grant')
  @Operation({ summary: 'Give a tenant credits', answer: one(tenantResource) })
  async grantCredits(
    @Operator() by: OperatorCall,
    @Param('tenantId') tenantId: string,
    @Body() { credits, ...decision }: ChangeCreditsDto,
  ) {
    await this.ledger.grant(tenantId, credits, { by, ...decision });
    return this.views.one(tenantId);
  }

  @Post('credits/revoke')
  @Operation({ summary: 'Take credits that a tenant has not used', answer: one(tenantResource) })
  async revokeCredits(
    @Operator() by: OperatorCall,
    @Param('tenantId') tenantId: string,
    @Body() { credits, ...decision }: ChangeCreditsDto,
  ) {
    await this.ledger.revoke(tenantId, credits, { by, ...decision });
    return this.views.one(tenantId);
  }

  async #change(tenantId: string, change: StandingChange, by: OperatorCall, seen: SeenDto) {
    await this.database.transaction((tx) => this.tenants.setStanding(tx, tenantId, change, { by, ...seen }));
    return this.views.one(tenantId);
  }
}

function standingIn(sendPolicy: OutboundLevel | undefined, billingState: BillingState | undefined): StandingChange {
  if (!sendPolicy && !billingState) throw invalidField('sendPolicy', 'or billingState is needed');
  return { ...(sendPolicy && { sendPolicy }), ...(billingState && { billingState }) };
}
