import { Global, Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PaymentsModule, PaymentsOptions, readPayments } from '@mailroom/billing';
import { BlobStore } from '@mailroom/blobs';
import { Database } from '@mailroom/database';
import {
  ClientAddresses,
  createHttpApp,
  PlainFilter,
  plainHeaders,
  RateLimitOptions,
  SignInLimiter,
} from '@mailroom/http';
import { IdentityModule } from '@mailroom/identity';
import { MailModule } from '@mailroom/mail';
import { EventBus, MessagingModule } from '@mailroom/messaging';
import type { Log } from '@mailroom/observability';
import { SendLimits, SendPolicyModule } from '@mailroom/send-policy';
import { SendingModule } from '@mailroom/sending';
import { OperatorSignupRepository } from '@mailroom/signup';
import { WebhookOptions, WebhooksModule } from '@mailroom/webhooks';
import { ApiSettings } from './api-settings.js';
import { AuditController } from './audit/audit.controller.js';
import { OperatorAdmission } from './auth/operator-admission.js';
import { OperatorBodies } from './auth/operator-bodies.js';
import { OperatorToken } from './auth/operator-token.js';
import { OperatorGuard } from './auth/operator.guard.js';
import { BillingController } from './billing/billing.controller.js';
import type { AdminApiConfig } from './config.js';
import { defaultFix } from './errors/default-fix.js';
import { PoisonDecisions } from './events/poison-decisions.js';
import { PoisonEventsController } from './events/poison-events.controller.js';
import { JobsController } from './jobs/jobs.controller.js';
import { MailboxesController } from './mailboxes/mailboxes.controller.js';
import { describeAdminApi } from './openapi/describe-api.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { Decisions } from './overview/decisions.js';
import { OverviewController } from './overview/overview.controller.js';
import { Overview } from './overview/overview.service.js';
import { Queues } from './overview/queues.js';
import { PathTextPipe } from './path-text.pipe.js';
import { RiskEventsController } from './risk/risk-events.controller.js';
import { TenantChangesController } from './tenants/tenant-changes.controller.js';
import { TenantViews } from './tenants/tenant-views.js';
import { TenantsController } from './tenants/tenants.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

export type AdminApiResources = {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly bus: EventBus;
  readonly onError: (error: unknown, ids?: { requestId: string; traceId: string }) => void;
  readonly log?: Log;
};

export const ADMIN_PREFIX = '/admin/api';

/** What serves the routes: one line for each feature of the surface. */
const controllers: Type[] = [
  OverviewController,
  TenantsController,
  TenantChangesController,
  MailboxesController,
  WebhooksController,
  BillingController,
  RiskEventsController,
  AuditController,
  JobsController,
  PoisonEventsController,
  OpenApiController,
];

/** What the controllers need and no module provides. */
const providers: Provider[] = [
  Decisions,
  OperatorAdmission,
  OperatorBodies,
  OperatorGuard,
  OperatorSignupRepository,
  Overview,
  PoisonDecisions,
  Queues,
  SignInLimiter,
  TenantViews,
];

/** Whoever guesses the operator's token is slowed down whatever limits others have. */
const guessing = { requestsPerSecond: 1, burst: 1 };

@Global()
@Module({})
class ResourcesModule {
  static with({ database, blobs, bus, onError }: AdminApiResources, config: AdminApiConfig): DynamicModule {
    const providers = [
      { provide: Database, useValue: database },
      { provide: BlobStore, useValue: blobs },
      { provide: EventBus, useValue: bus },
      { provide: ApiSettings, useValue: new ApiSettings(config.baseUrl) },
      { provide: OperatorToken, useValue: new OperatorToken(config.operatorToken) },
      { provide: SendLimits, useValue: config.sendLimits },
      { provide: RateLimitOptions, useValue: new RateLimitOptions(guessing, onError) },
      { provide: ClientAddresses, useValue: new ClientAddresses(config.trustedProxies) },
    ];
    return { module: ResourcesModule, providers, exports: providers };
  }
}

@Module({})
class AdminApiModule {
  static with(resources: AdminApiResources, config: AdminApiConfig): DynamicModule {
    // Nothing is paid here.
    const { prices } = readPayments({}, () => {});
    return {
      module: AdminApiModule,
      imports: [
        ResourcesModule.with(resources, config),
        IdentityModule,
        MailModule,
        MessagingModule,
        PaymentsModule.with(new PaymentsOptions(prices, null, resources.onError)),
        SendPolicyModule,
        SendingModule,
        WebhooksModule.with(new WebhookOptions('none', resources.onError)),
      ],
      providers,
      controllers,
    };
  }
}

/** Builds the API of the operator; it does not listen. */
export async function createAdminApi(
  resources: AdminApiResources,
  config: AdminApiConfig,
): Promise<NestFastifyApplication> {
  const { onError, log } = resources;
  const app = await createHttpApp(AdminApiModule.with(resources, config), {
    prefix: ADMIN_PREFIX,
    guard: OperatorGuard,
    bodies: OperatorBodies,
    headers: plainHeaders,
    filter: new PlainFilter({ requestIdName: 'requestId', fixes: defaultFix, onError }),
    ...(log && { log }),
  });
  app.useGlobalPipes(new PathTextPipe());
  app.get(ApiSettings).document = describeAdminApi(app, config.baseUrl);
  return app;
}
