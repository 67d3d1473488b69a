import { Controller, Get } from '@nestjs/common';
import { all, domainResource, domainView } from '@mailroom/agent-view';
import { Caller, Needs } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { DomainService } from '@mailroom/sending';
import { ApiSettings } from '../api-settings.js';
import { Operation } from '../openapi/api-operation.js';

@Controller('domains')
export class DomainsController {
  constructor(
    private readonly domains: DomainService,
    private readonly settings: ApiSettings,
  ) {}

  @Get()
  @Needs('manager')
  @Operation({ summary: 'List domains, with the DNS records that they need', answer: all(domainResource) })
  async listDomains(@Caller() caller: Principal) {
    return { items: (await this.domains.list(caller, this.settings.mailHostname)).map(domainView) };
  }
}
