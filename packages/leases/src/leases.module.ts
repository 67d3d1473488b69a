import { Module, type DynamicModule } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { MailModule } from '@mailroom/mail';
import { MessagingModule } from '@mailroom/messaging';
import { SendingModule } from '@mailroom/sending';
import { WebhookRowsModule } from '@mailroom/webhooks';
import { AllocationRepository } from './allocation/allocation.repository.js';
import { LeaseAllocation } from './allocation/lease-allocation.js';
import { LeaseNames } from './allocation/lease-names.js';
import { Cooldown } from './calls/cooldown.js';
import { FreeLimits } from './calls/free-limits.js';
import { FreeUseRepository } from './calls/free-use.repository.js';
import { PaidCalls } from './calls/paid-calls.js';
import { LeaseDomain } from './lease-domain.js';
import { LeaseOptions, type LeaseSettings } from './lease.options.js';
import { LeaseRepository } from './lease.repository.js';
import { LeaseService } from './lease.service.js';
import { LeaseUpkeepRepository } from './upkeep/lease-upkeep.repository.js';
import { LeaseUpkeep } from './upkeep/lease-upkeep.js';

/** Leases mailboxes, and lets calls through that are free or paid for. */
@Module({})
export class LeasesModule {
  /** @param payments the module that exports `PaymentProofs` */
  static with({ domain, limits }: LeaseSettings, baseUrl: string, payments: DynamicModule): DynamicModule {
    return {
      module: LeasesModule,
      imports: [IdentityModule, MailModule, WebhookRowsModule, payments],
      providers: [
        { provide: LeaseOptions, useValue: new LeaseOptions(domain, baseUrl) },
        { provide: FreeLimits, useValue: limits },
        AllocationRepository,
        Cooldown,
        FreeUseRepository,
        LeaseAllocation,
        LeaseDomain,
        LeaseNames,
        LeaseRepository,
        LeaseService,
        PaidCalls,
      ],
      exports: [Cooldown, FreeLimits, LeaseAllocation, LeaseDomain, LeaseService, PaidCalls],
    };
  }
}

/** Does what is due about leases that end. */
@Module({
  imports: [MessagingModule, SendingModule, WebhookRowsModule],
  providers: [LeaseUpkeep, LeaseUpkeepRepository],
  exports: [LeaseUpkeep],
})
export class LeaseUpkeepModule {}
