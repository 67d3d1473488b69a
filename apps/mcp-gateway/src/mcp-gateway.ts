import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AgentToolsModule } from '@mailroom/agent-tools';
import { AgentViewOptions } from '@mailroom/agent-view';
import {
  Audience,
  createHttpApp,
  ClientAddresses,
  defaultStreamLimits,
  HttpModule,
  RateLimitOptions,
  StreamRoom,
} from '@mailroom/http';
import { IdentityModule } from '@mailroom/identity';
import { defaultWaitLimits, MailModule, WaitRoom } from '@mailroom/mail';
import { CallCancellationRepository, EventFeed, FeedRepository, FollowedResourceRepository } from '@mailroom/messaging';
import { ResourcesModule, type AppResources } from '@mailroom/runtime';
import { defaultSendLimits, SendLimits } from '@mailroom/send-policy';
import type { McpGatewayConfig } from './config.js';
import { McpSettings } from './mcp-settings.js';
import { CallsUnderWay } from './cancelling/calls-under-way.js';
import { FollowedResources } from './following/followed-resources.js';
import { Followers } from './following/followers.js';
import { Happenings } from './following/happenings.js';
import { Listening } from './following/listening.js';
import { Sessions } from './following/sessions.js';
import { Consent } from './oauth/consent.js';
import { OAuthHandler } from './oauth/oauth-handler.js';
import { MailPrompts } from './prompts/mail-prompts.js';
import { HostCheck } from './protocol/host-check.js';
import { McpController } from './protocol/mcp.controller.js';
import { McpExchange } from './protocol/mcp-exchange.js';
import { McpFilter } from './protocol/mcp.filter.js';
import { McpBodies, McpGuard } from './protocol/mcp.guard.js';
import { McpServers } from './protocol/mcp-server.js';
import { MailResources } from './resources/mail-resources.js';
import { ToolRunner } from './tools/tool-runner.js';

export const MCP_PATH = '/mcp';

@Global()
@Module({})
class GatewaySettingsModule {
  static with({ database, onError }: AppResources, config: McpGatewayConfig, settings: McpSettings): DynamicModule {
    const providers = [
      { provide: McpSettings, useValue: settings },
      { provide: EventFeed, useFactory: () => new EventFeed(database, onError) },
      { provide: RateLimitOptions, useValue: new RateLimitOptions(config.rateLimit, onError) },
      { provide: StreamRoom, useValue: new StreamRoom(config.streams ?? defaultStreamLimits) },
      { provide: WaitRoom, useValue: new WaitRoom(config.waits ?? defaultWaitLimits) },
      { provide: SendLimits, useValue: config.sendLimits ?? defaultSendLimits },
      { provide: Audience, useValue: new Audience(settings.endpoint) },
      { provide: ClientAddresses, useValue: new ClientAddresses(config.trustedProxies) },
    ];
    return { module: GatewaySettingsModule, providers, exports: providers };
  }
}

@Module({})
class McpGatewayModule {
  static with(resources: AppResources, config: McpGatewayConfig, settings: McpSettings): DynamicModule {
    return {
      module: McpGatewayModule,
      imports: [
        ResourcesModule.with(resources),
        GatewaySettingsModule.with(resources, config, settings),
        HttpModule,
        IdentityModule,
        MailModule,
        AgentToolsModule.with(new AgentViewOptions(settings.baseUrl)),
      ],
      providers: [
        ...[CallCancellationRepository, CallsUnderWay, Consent, OAuthHandler],
        ...[FeedRepository, FollowedResourceRepository, FollowedResources, Followers, Happenings, Listening, Sessions],
        ...[HostCheck, McpBodies, McpExchange, McpGuard, McpServers],
        ...[MailPrompts, MailResources, ToolRunner],
      ],
      controllers: [McpController],
    };
  }
}

/** Builds the tool protocol's endpoint; it does not listen. */
export async function createMcpGateway(
  resources: AppResources,
  config: McpGatewayConfig & { readonly baseUrl: string },
): Promise<NestFastifyApplication> {
  const { onError, log } = resources;
  const settings = new McpSettings(config.baseUrl, config.allowedHosts, onError);
  const { resourceMetadataUrl } = settings;
  return createHttpApp(McpGatewayModule.with(resources, config, settings), {
    prefix: MCP_PATH,
    guard: McpGuard,
    bodies: McpBodies,
    filter: new McpFilter({ resourceMetadataUrl, onError }),
    ...(log && { log }),
  });
}
