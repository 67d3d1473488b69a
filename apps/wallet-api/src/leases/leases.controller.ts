import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { DomainError, invalidParameter } from '@mailroom/errors';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { LeaseAllocation, LeaseService } from '@mailroom/leases';
import { one, Operation, type QueryParameter } from '@mailroom/openapi';
import { ApiSettings } from '../api-settings.js';
import { pageOf } from '../openapi/page.js';
import { ExtendLeaseDto, LeaseMailboxDto } from './lease.dto.js';
import {
  allocatedLeaseResource,
  allocatedLeaseView,
  leaseResource,
  leaseView,
  releasedLeaseResource,
  releasedLeaseView,
} from './lease.js';
import { PaymentProofHeader, Proof } from './payment-proof.header.js';

const statuses = ['active', 'released', 'expired'] as const;
const listParameters: Readonly<Record<string, QueryParameter>> = {
  limit: { type: 'integer', description: 'how many', minimum: 1, maximum: 100, default: 20 },
  cursor: { type: 'string', description: 'next_cursor of the page before', maxLength: 64 },
  status: { type: 'string', description: 'only these', enum: statuses },
};

@Controller('mailboxes/leases')
@Needs('any')
export class LeasesController {
  constructor(
    private readonly allocation: LeaseAllocation,
    private readonly leases: LeaseService,
    private readonly settings: ApiSettings,
  ) {}

  @Post()
  @PaymentProofHeader()
  @Operation({ summary: 'Lease a mailbox', status: 201, answer: one(allocatedLeaseResource) })
  async leaseMailbox(@Caller() caller: Principal, @Proof() proof: string | undefined, @Body() body: LeaseMailboxDto) {
    const { agent_id: agentId, purpose, ttl_hours: hours } = body;
    const lease = await this.allocation.allocate(caller, { agentId, purpose, hours }, proof);
    return allocatedLeaseView(lease, this.settings.baseUrl);
  }

  @Get()
  @Operation({ summary: 'Mailbox leases, newest first', answer: pageOf(leaseResource), query: listParameters })
  async listLeases(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const { limit, ...page } = pageAsked(parameters);
    const found = await this.leases.list(caller, { ...page, limit: limit + 1 });
    const items = found.slice(0, limit).map(leaseView);
    return { items, next_cursor: found.length > limit ? (items.at(-1)?.lease_id ?? null) : null };
  }

  @Get(':lease_id')
  @Operation({ summary: 'One mailbox lease', answer: one(leaseResource) })
  async getLease(@Caller() caller: Principal, @Param('lease_id') id: string) {
    return leaseView(await this.leases.require(caller, leaseId(id)));
  }

  @Post(':lease_id/extend')
  @Operation({ summary: 'Let a lease end later', answer: one(leaseResource) })
  async extendLease(@Caller() caller: Principal, @Param('lease_id') id: string, @Body() body: ExtendLeaseDto) {
    return leaseView(await this.leases.extend(caller, leaseId(id), body.ttl_hours));
  }

  @Post(':lease_id/release')
  @Operation({
    summary: 'End a lease now',
    description: 'Again, it answers the same. Mail can be read for 24 hours; the address is never given again.',
    answer: one(releasedLeaseResource),
  })
  async releaseLease(@Caller() caller: Principal, @Param('lease_id') id: string) {
    return releasedLeaseView(await this.leases.release(caller, leaseId(id)));
  }
}

const form = /^lse_[0-9a-f]{32}$/;

/** What can't be an id names nothing. @throws not_found */
function leaseId(text: string): string {
  if (form.test(text)) return text;
  throw new DomainError('not_found', 'There is no such lease.');
}

/** @throws invalid_request, invalid_cursor */
function pageAsked(parameters: QueryString) {
  const limit = query.integer(parameters, 'limit', 1, 100) ?? 20;
  const cursor = query.text(parameters, 'cursor');
  const status = query.oneOf(parameters, 'status', statuses);
  if (cursor === undefined || form.test(cursor)) return { limit, cursor, status };
  const { fields, detail } = invalidParameter('cursor', 'must be the next_cursor of an earlier answer');
  throw new DomainError('invalid_cursor', detail, { fields });
}
