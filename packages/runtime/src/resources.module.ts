import { Global, Module, type DynamicModule } from '@nestjs/common';
import { BlobStore } from '@mailroom/blobs';
import { Database, SEARCH_DATABASE } from '@mailroom/database';
import { EventBus } from '@mailroom/messaging';
import type { Log } from '@mailroom/observability';

/** What an app is built on; `standalone` hands the same to all of them. */
export type AppResources = {
  readonly database: Database;
  /** That of the search index alone, where it has one. */
  readonly searchDatabase?: Database | undefined;
  readonly bus: EventBus;
  readonly blobs: BlobStore;
  /** Gets the errors of work for which nobody waits. */
  readonly onError: (error: unknown, ids?: { requestId: string; traceId?: string }) => void;
  readonly log?: Log;
};

/** Provides the resources for injection everywhere; an app that neither takes nor publishes events has no bus. */
@Global()
@Module({})
export class ResourcesModule {
  static with({
    database,
    searchDatabase,
    bus,
    blobs,
  }: Omit<AppResources, 'bus'> & { readonly bus?: EventBus }): DynamicModule {
    const providers = [
      { provide: Database, useValue: database },
      { provide: BlobStore, useValue: blobs },
      ...(searchDatabase ? [{ provide: SEARCH_DATABASE, useValue: searchDatabase }] : []),
      ...(bus ? [{ provide: EventBus, useValue: bus }] : []),
    ];
    return { module: ResourcesModule, providers, exports: providers };
  }
}
