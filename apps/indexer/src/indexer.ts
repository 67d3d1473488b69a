import 'reflect-metadata';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BlobStore } from '@mailroom/blobs';
import { Database } from '@mailroom/database';
import { MailModule, SearchIndexer } from '@mailroom/mail';
import { EventBus } from '@mailroom/messaging';

export type IndexerResources = {
  readonly database: Database;
  readonly bus: EventBus;
  readonly blobs: BlobStore;
  readonly onError: (error: unknown) => void;
};

export type Indexer = {
  start(): Promise<void>;
  close(): Promise<void>;
};

@Global()
@Module({})
class ResourcesModule {
  static with({ database, bus, blobs }: IndexerResources): DynamicModule {
    const providers = [
      { provide: Database, useValue: database },
      { provide: EventBus, useValue: bus },
      { provide: BlobStore, useValue: blobs },
    ];
    return { module: ResourcesModule, providers, exports: providers };
  }
}

@Module({})
class IndexerModule {
  static with(resources: IndexerResources): DynamicModule {
    return {
      module: IndexerModule,
      imports: [ResourcesModule.with(resources), MailModule],
      providers: [SearchIndexer],
    };
  }
}

/** Builds the keeper of the search index; it takes no events before `start`. */
export async function createIndexer(resources: IndexerResources): Promise<Indexer> {
  const app = await NestFactory.createApplicationContext(IndexerModule.with(resources), {
    logger: false,
    abortOnError: false,
  });
  const indexer = app.get(SearchIndexer, { strict: false });
  return {
    start: () => indexer.start(resources.onError),
    close: async () => {
      await indexer.close();
      await app.close();
    },
  };
}
