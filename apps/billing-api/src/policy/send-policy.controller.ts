import { Controller, Get, Param } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { Caller, Needs } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { one, Operation } from '@mailroom/openapi';
import { SendStanding } from '@mailroom/send-policy';
import { sendPolicyResource, sendPolicyView } from './send-policy.js';

@Controller('v1/tenants')
export class SendPolicyController {
  constructor(private readonly standing: SendStanding) {}

  @Get(':tenantId/send-policy')
  @Needs('any')
  @Operation({ summary: 'What the tenant may send to the outside', answer: one(sendPolicyResource) })
  async getSendPolicy(@Caller() caller: Principal, @Param('tenantId') tenantId: string) {
    if (tenantId !== caller.tenantId) throw new DomainError('not_found', 'There is no such tenant.');
    return sendPolicyView(await this.standing.of(tenantId));
  }
}
