import 'reflect-metadata';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { StartedParts } from '@mailroom/concurrency';
import { SearchIndexer, SearchModule } from '@mailroom/search';
import { ResourcesModule, type AppResources } from '@mailroom/runtime';

export type Indexer = {
  start(): Promise<void>;
  close(): Promise<void>;
};

@Module({})
class IndexerModule {
  static with(resources: AppResources): DynamicModule {
    return {
      module: IndexerModule,
      imports: [ResourcesModule.with(resources), SearchModule],
      providers: [SearchIndexer],
    };
  }
}

/** Builds the app that keeps the search index; it takes no events before `start`. */
export async function createIndexer(resources: AppResources): Promise<Indexer> {
  const options = { logger: false, abortOnError: false } as const;
  const parts = new StartedParts();
  const app = parts.open(await NestFactory.createApplicationContext(IndexerModule.with(resources), options));
  const indexer = parts.open(app.get(SearchIndexer, { strict: false }));
  return { start: () => indexer.start(resources.onError), close: () => parts.close() };
}
