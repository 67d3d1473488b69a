import 'reflect-metadata';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BlobStore } from '@mailroom/blobs';
import { Database } from '@mailroom/database';
import { EventBus } from '@mailroom/messaging';
import type { Log } from '@mailroom/observability';
import { WebhookDeliveryModule, WebhookDispatcher, WebhookOptions } from '@mailroom/webhooks';
import type { DispatcherConfig } from './config.js';

export type DispatcherResources = {
  readonly database: Database;
  readonly bus: EventBus;
  readonly blobs: BlobStore;
  readonly onError: (error: unknown) => void;
  readonly log?: Log;
};

export type Dispatcher = { start(): Promise<void>; close(): Promise<void> };

@Global()
@Module({})
class ResourcesModule {
  static with({ database, bus, blobs }: DispatcherResources): DynamicModule {
    const providers = [
      { provide: Database, useValue: database },
      { provide: EventBus, useValue: bus },
      { provide: BlobStore, useValue: blobs },
    ];
    return { module: ResourcesModule, providers, exports: providers };
  }
}

@Module({})
class DispatcherModule {
  static with(resources: DispatcherResources, config: DispatcherConfig): DynamicModule {
    const options = new WebhookOptions(
      config.allowPrivate,
      config.baseUrl,
      resources.onError,
      config.timeoutMs,
      resources.log,
    );
    return {
      module: DispatcherModule,
      imports: [ResourcesModule.with(resources), WebhookDeliveryModule.with(options)],
    };
  }
}

/** Builds the webhook dispatcher; it delivers nothing before `start`. */
export async function createWebhookDispatcher(
  resources: DispatcherResources,
  config: DispatcherConfig,
): Promise<Dispatcher> {
  const app = await NestFactory.createApplicationContext(DispatcherModule.with(resources, config), {
    logger: false,
    abortOnError: false,
  });
  const dispatcher = app.get(WebhookDispatcher, { strict: false });
  return {
    start: () => dispatcher.start(),
    close: async () => {
      await dispatcher.close();
      await app.close();
    },
  };
}
