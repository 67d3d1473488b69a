import { Controller, Get } from '@nestjs/common';
import { Caller, Needs } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { DomainService } from '@mailroom/sending';
import { ApiSettings } from '../api-settings.js';
import { Operation } from '../openapi/api-operation.js';
import { domainView } from './domain.view.js';

@Controller('domains')
export class DomainsController {
  constructor(
    private readonly domains: DomainService,
    private readonly settings: ApiSettings,
  ) {}

  @Get()
  @Needs('manager')
  @Operation({ summary: 'List domains, with the DNS records that they need', data: '[Domain]' })
  async listDomains(@Caller() caller: Principal) {
    return { items: (await this.domains.list(caller, this.settings.mailHostname)).map(domainView) };
  }
}
