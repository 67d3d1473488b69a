import { Global, Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
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
  SignInLimiter,
} from '@mailroom/http';
import { IdentityModule } from '@mailroom/identity';
import { LeasesModule } from '@mailroom/leases';
import { EmailWaits, MailModule, WaitRoom } from '@mailroom/mail';
import { EventFeed, FeedRepository } from '@mailroom/messaging';
import { ResourcesModule, type AppResources } from '@mailroom/runtime';
import { SendLimits, SendPolicyModule } from '@mailroom/send-policy';
import { SendingModule } from '@mailroom/sending';
import { siweTerms, WalletsModule, WalletsOptions } from '@mailroom/wallets';
import { WebhookOptions, WebhooksModule } from '@mailroom/webhooks';
import { ApiSettings } from './api-settings.js';
import { MailboxSignInController } from './auth/mailbox-sign-in.controller.js';
import { SessionsController } from './auth/sessions.controller.js';
import { SignIn } from './auth/sign-in.js';
import { SiweController } from './auth/siwe.controller.js';
import type { WalletApiConfig } from './config.js';
import { defaultFix } from './errors/default-fix.js';
import { leaseControllers, leaseProviders } from './leases/lease-routes.js';
import { RuntimeController } from './meta/runtime.controller.js';
import { RuntimeFacts } from './meta/runtime-facts.js';
import { describeWalletApi } from './openapi/describe-api.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { WalletBodies } from './wallet-bodies.js';

export type WalletApiResources = Omit<AppResources, 'bus'>;

export const WALLET_PREFIX = '/v2';

/** What serves the routes: one line for each feature of the surface. */
const controllers: Type[] = [
  RuntimeController,
  SiweController,
  SessionsController,
  MailboxSignInController,
  ...leaseControllers,
  OpenApiController,
];

/** What the controllers need and no module provides. */
const providers: Provider[] = [EmailWaits, FeedRepository, SignIn, SignInLimiter, WalletBodies, ...leaseProviders];

@Global()
@Module({})
class WalletSettingsModule {
  static with({ database, onError }: WalletApiResources, config: WalletApiConfig): DynamicModule {
    const providers = [
      { provide: ApiSettings, useValue: new ApiSettings(config.baseUrl) },
      { provide: RuntimeFacts, useValue: new RuntimeFacts(config) },
      { provide: EventFeed, useFactory: () => new EventFeed(database, onError) },
      { provide: WaitRoom, useValue: new WaitRoom(config.waits) },
      { provide: SendLimits, useValue: config.sendLimits },
      { provide: RateLimitOptions, useValue: new RateLimitOptions(config.rateLimit, onError) },
      { provide: ClientAddresses, useValue: new ClientAddresses(config.trustedProxies) },
    ];
    return { module: WalletSettingsModule, providers, exports: providers };
  }
}

@Module({})
class WalletApiModule {
  static with(resources: WalletApiResources, config: WalletApiConfig): DynamicModule {
    const { baseUrl, siwe } = config;
    const payments = openPayments(config.payments, resources.onError);
    const paymentsModule = PaymentsModule.with(payments);
    const wallets = new WalletsOptions(siweTerms(siwe, baseUrl), siwe.limits, siwe.rpcUrl);
    return {
      module: WalletApiModule,
      imports: [
        ResourcesModule.with(resources),
        WalletSettingsModule.with(resources, config),
        HttpModule,
        IdentityModule,
        MailModule,
        paymentsModule,
        WalletsModule.with(wallets, payments),
        LeasesModule.with(config.leases, baseUrl, paymentsModule),
        WebhooksModule.with(new WebhookOptions(config.allowPrivateWebhooks, resources.onError)),
        SendPolicyModule,
        SendingModule,
        AgentViewModule.with(new AgentViewOptions(baseUrl)),
      ],
      providers,
      controllers,
    };
  }
}

/** Builds the API of agents with a wallet; it does not listen. */
export async function createWalletApi(
  resources: WalletApiResources,
  config: WalletApiConfig,
): Promise<NestFastifyApplication> {
  const { onError, log } = resources;
  const app = await createHttpApp(WalletApiModule.with(resources, config), {
    prefix: WALLET_PREFIX,
    guard: AuthGuard,
    bodies: WalletBodies,
    headers: plainHeaders,
    filter: new PlainFilter({ requestIdName: 'request_id', fixes: defaultFix, onError }),
    ...(log && { log }),
  });
  app.get(ApiSettings).document = describeWalletApi(app, config.baseUrl);
  return app;
}
