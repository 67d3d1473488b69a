import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AgentViewModule, AgentViewOptions } from '@mailroom/agent-view';
import { openPayments, PaymentsModule } from '@mailroom/billing';
import {
  AuthGuard,
  ClientAddresses,
  createHttpApp,
  HttpModule,
  PlainFilter,
  plainHeaders,
  RateLimitOptions,
  TurnstileCheck,
} from '@mailroom/http';
import { IdentityModule } from '@mailroom/identity';
import { EmailWaits, MailModule, WaitRoom } from '@mailroom/mail';
import { EventFeed, FeedRepository } from '@mailroom/messaging';
import { ResourcesModule, type AppResources } from '@mailroom/runtime';
import { SendLimits, SendPolicyModule } from '@mailroom/send-policy';
import { SendingModule } from '@mailroom/sending';
import { SignupModule } from '@mailroom/signup';
import { ApiSettings } from './api-settings.js';
import type { BillingApiConfig } from './config.js';
import { BillingController } from './billing/billing.controller.js';
import { defaultFix } from './errors/default-fix.js';
import { HostedBodies } from './hosted-bodies.js';
import { OutboundJobsController } from './jobs/outbound-jobs.controller.js';
import { SelfMailbox } from './mailboxes/self-mailbox.js';
import { SelfMailboxController } from './mailboxes/self-mailbox.controller.js';
import { SelfMessages } from './messages/self-messages.js';
import { SelfMessagesController } from './messages/self-messages.controller.js';
import { SendingController } from './messages/sending.controller.js';
import { describeBillingApi } from './openapi/describe-api.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { SendPolicyController } from './policy/send-policy.controller.js';
import { SignupController } from './signup/signup.controller.js';
import { TokenRotation } from './tokens/token-rotation.js';
import { TokensController } from './tokens/tokens.controller.js';

export type BillingApiResources = Omit<AppResources, 'bus'>;

/** The routes begin with one of these: signup is for everybody, all others are for callers with a credential. */
export const PUBLIC_PREFIX = '/public';
export const MAILBOX_PREFIX = '/v1';

@Global()
@Module({})
class HostedSettingsModule {
  static with({ database, onError }: BillingApiResources, config: BillingApiConfig): DynamicModule {
    const providers = [
      { provide: ApiSettings, useValue: new ApiSettings(config.baseUrl) },
      { provide: EventFeed, useFactory: () => new EventFeed(database, onError) },
      { provide: WaitRoom, useValue: new WaitRoom(config.waits) },
      { provide: SendLimits, useValue: config.sendLimits },
      { provide: RateLimitOptions, useValue: new RateLimitOptions(config.rateLimit, onError) },
      { provide: ClientAddresses, useValue: new ClientAddresses(config.trustedProxies) },
      { provide: TurnstileCheck, useValue: new TurnstileCheck(config.turnstile) },
    ];
    return { module: HostedSettingsModule, providers, exports: providers };
  }
}

@Module({})
class BillingApiModule {
  static with(resources: BillingApiResources, config: BillingApiConfig): DynamicModule {
    return {
      module: BillingApiModule,
      imports: [
        ResourcesModule.with(resources),
        HostedSettingsModule.with(resources, config),
        HttpModule,
        IdentityModule,
        MailModule,
        PaymentsModule.with(openPayments(config.payments, resources.onError)),
        SendPolicyModule,
        SendingModule,
        AgentViewModule.with(new AgentViewOptions(config.baseUrl)),
        SignupModule.with(config.signup),
      ],
      providers: [EmailWaits, FeedRepository, HostedBodies, SelfMailbox, SelfMessages, TokenRotation],
      controllers: [
        SignupController,
        SelfMailboxController,
        SelfMessagesController,
        SendingController,
        OutboundJobsController,
        TokensController,
        SendPolicyController,
        BillingController,
        OpenApiController,
      ],
    };
  }
}

/** Builds the API of hosted mailboxes; it does not listen. */
export async function createBillingApi(
  resources: BillingApiResources,
  config: BillingApiConfig,
): Promise<NestFastifyApplication> {
  const { onError, log } = resources;
  const app = await createHttpApp(BillingApiModule.with(resources, config), {
    guard: AuthGuard,
    bodies: HostedBodies,
    headers: plainHeaders,
    filter: new PlainFilter({ requestIdName: 'requestId', fixes: defaultFix, onError }),
    ...(log && { log }),
  });
  app.get(ApiSettings).document = describeBillingApi(app, config.baseUrl);
  return app;
}
