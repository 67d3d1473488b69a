import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AgentToolsModule } from '@mailroom/agent-tools';
import { AgentViewModule, AgentViewOptions, WebhookBodyModule } from '@mailroom/agent-view';
import { FoundKeysModule, WebKeyOptions } from '@mailroom/found-keys';
import {
  Audience,
  AuthGuard,
  ClientAddresses,
  createHttpApp,
  defaultStreamLimits,
  HttpModule,
  RateLimitOptions,
  StreamRoom,
  TurnstileCheck,
} from '@mailroom/http';
import { IdentityModule } from '@mailroom/identity';
import { defaultWaitLimits, EmailWaits, MailModule, WaitRoom } from '@mailroom/mail';
import { EventFeed, FeedRepository } from '@mailroom/messaging';
import { ResourcesModule, type AppResources } from '@mailroom/runtime';
import { SearchModule } from '@mailroom/search';
import { defaultSendLimits, SendLimits, SendPolicyModule } from '@mailroom/send-policy';
import { SendingModule } from '@mailroom/sending';
import { TasksModule, WaitingClaims } from '@mailroom/tasks';
import { WebhookOptions, WebhooksModule } from '@mailroom/webhooks';
import { AttachmentsController } from './attachments/attachments.controller.js';
import { ApiSettings } from './api-settings.js';
import { AuditController } from './audit/audit.controller.js';
import type { MailboxApiConfig } from './config.js';
import { DomainsController } from './domains/domains.controller.js';
import { DraftAttachmentsController } from './drafts/draft-attachments.controller.js';
import { DraftsController } from './drafts/drafts.controller.js';
import { EmailSearchController } from './emails/email-search.controller.js';
import { EmailsController } from './emails/emails.controller.js';
import { LabelsController } from './emails/labels.controller.js';
import { CallerBodies } from './envelope/caller-bodies.js';
import { EnvelopeFilter } from './envelope/envelope.filter.js';
import { envelopeShape } from './envelope/envelope-shape.js';
import { EventsController } from './events/events.controller.js';
import { EventStreams } from './events/event-streams.js';
import { StreamMessages } from './events/stream-messages.js';
import { GUIDE_PATHS, GuideController } from './guide/guide.controller.js';
import { IdentityController } from './identity/identity.controller.js';
import { KEY_DIRECTORY_PATH, KeyDirectoryController } from './keys/key-directory.controller.js';
import { FoundKeysController } from './keys/found-keys.controller.js';
import { KeyLookups } from './keys/key-lookups.js';
import { BridgesController } from './keys/bridges.controller.js';
import { EnvelopesController } from './keys/envelopes.controller.js';
import { KeysController } from './keys/keys.controller.js';
import { MailboxesController } from './mailboxes/mailboxes.controller.js';
import { TokensController } from './mailboxes/tokens.controller.js';
import { describeAgentApi } from './openapi/describe-api.js';
import { DocsController } from './openapi/docs.controller.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { BodyRefsController } from './sending/body-refs.controller.js';
import { SendingController } from './sending/sending.controller.js';
import { SuppressionsController } from './suppressions/suppressions.controller.js';
import { TaskBatchController } from './tasks/task-batch.controller.js';
import { TaskLeaseController } from './tasks/task-lease.controller.js';
import { TasksController } from './tasks/tasks.controller.js';
import { EmailWaitController } from './waiting/email-wait.controller.js';
import { ThreadsController } from './threads/threads.controller.js';
import { DeliveryRequests } from './webhooks/delivery-requests.js';
import { WebhookDeliveriesController } from './webhooks/webhook-deliveries.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

export type MailboxApiResources = Omit<AppResources, 'bus'>;

export const API_PREFIX = '/api/agent/v1';
/** Where people and programs look for the description first; it is also served below the prefix. */
export const DOCS_PATH = '/docs';
export const API_ALIASES = ['/openapi.json', DOCS_PATH, KEY_DIRECTORY_PATH, ...GUIDE_PATHS];

@Global()
@Module({})
class ApiSettingsModule {
  static with({ database, onError }: MailboxApiResources, config: MailboxApiConfig): DynamicModule {
    const providers = [
      { provide: ApiSettings, useValue: new ApiSettings(config.baseUrl, config.mailHostname, onError) },
      { provide: EventFeed, useFactory: () => new EventFeed(database, onError) },
      { provide: RateLimitOptions, useValue: new RateLimitOptions(config.rateLimit ?? null, onError) },
      { provide: Audience, useValue: new Audience(`${config.baseUrl}${API_PREFIX}`) },
      { provide: ClientAddresses, useValue: new ClientAddresses(config.trustedProxies) },
      { provide: StreamRoom, useValue: new StreamRoom(config.streams ?? defaultStreamLimits) },
      { provide: WaitRoom, useValue: new WaitRoom(config.waits ?? defaultWaitLimits) },
      { provide: SendLimits, useValue: config.sendLimits ?? defaultSendLimits },
      { provide: TurnstileCheck, useValue: new TurnstileCheck(config.turnstile) },
    ];
    return { module: ApiSettingsModule, providers, exports: providers };
  }
}

const keyControllers = [
  FoundKeysController,
  KeysController,
  BridgesController,
  EnvelopesController,
  KeyDirectoryController,
];

@Module({})
class MailboxApiModule {
  static with(resources: MailboxApiResources, config: MailboxApiConfig): DynamicModule {
    return {
      module: MailboxApiModule,
      imports: [
        ResourcesModule.with(resources),
        ApiSettingsModule.with(resources, config),
        HttpModule,
        IdentityModule,
        MailModule,
        FoundKeysModule.with(new WebKeyOptions(config.allowPrivateWebhooks)),
        SearchModule,
        TasksModule,
        SendPolicyModule,
        SendingModule,
        AgentViewModule.with(new AgentViewOptions(config.baseUrl)),
        AgentToolsModule.with(new AgentViewOptions(config.baseUrl)),
        WebhookBodyModule.with(new AgentViewOptions(config.baseUrl)),
        WebhooksModule.with(new WebhookOptions(config.allowPrivateWebhooks, resources.onError)),
      ],
      providers: [
        CallerBodies,
        DeliveryRequests,
        EmailWaits,
        EventStreams,
        FeedRepository,
        KeyLookups,
        StreamMessages,
        WaitingClaims,
      ],
      controllers: [
        IdentityController,
        MailboxesController,
        TokensController,
        EmailSearchController,
        EmailsController,
        LabelsController,
        EmailWaitController,
        EventsController,
        ThreadsController,
        AttachmentsController,
        TasksController,
        TaskBatchController,
        TaskLeaseController,
        SendingController,
        BodyRefsController,
        DraftsController,
        DraftAttachmentsController,
        ...keyControllers,
        SuppressionsController,
        DomainsController,
        WebhooksController,
        WebhookDeliveriesController,
        AuditController,
        OpenApiController,
        DocsController,
        GuideController,
      ],
    };
  }
}

/** Builds the agent mailbox API; it does not listen. */
export async function createMailboxApi(
  resources: MailboxApiResources,
  config: MailboxApiConfig,
): Promise<NestFastifyApplication> {
  const { onError, log } = resources;
  const app = await createHttpApp(MailboxApiModule.with(resources, config), {
    prefix: API_PREFIX,
    guard: AuthGuard,
    bodies: CallerBodies,
    shape: envelopeShape,
    filter: new EnvelopeFilter({ showStacks: config.showStacks, onError }),
    ...(log && { log }),
  });
  app.get(ApiSettings).document = describeAgentApi(app, config.baseUrl);
  return app;
}
