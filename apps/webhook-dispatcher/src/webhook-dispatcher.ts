import 'reflect-metadata';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AgentViewOptions, WebhookBodyModule } from '@mailroom/agent-view';
import { StartedParts } from '@mailroom/concurrency';
import { WebhookDeliveryModule, WebhookDispatcher, WebhookOptions } from '@mailroom/webhooks';
import { ResourcesModule, type AppResources } from '@mailroom/runtime';
import type { DispatcherConfig } from './config.js';

export type Dispatcher = { start(): Promise<void>; close(): Promise<void> };

@Module({})
class DispatcherModule {
  static with(resources: AppResources, config: DispatcherConfig): DynamicModule {
    const options = new WebhookOptions(config.allowPrivate, resources.onError, config.timeoutMs, resources.log);
    const bodies = WebhookBodyModule.with(new AgentViewOptions(config.baseUrl));
    return {
      module: DispatcherModule,
      imports: [ResourcesModule.with(resources), WebhookDeliveryModule.with(options, bodies)],
    };
  }
}

/** Builds the webhook dispatcher; it delivers nothing before `start`. */
export async function createWebhookDispatcher(resources: AppResources, config: DispatcherConfig): Promise<Dispatcher> {
  const options = { logger: false, abortOnError: false } as const;
  const parts = new StartedParts();
  const app = parts.open(await NestFactory.createApplicationContext(DispatcherModule.with(resources, config), options));
  const dispatcher = parts.open(app.get(WebhookDispatcher, { strict: false }));
  return { start: () => dispatcher.start(), close: () => parts.close() };
}
