import { Global, Module, type DynamicModule } from '@nestjs/common';
import { BlobStore } from '@mailroom/blobs';
import { Database } from '@mailroom/database';

export type UpkeepResources = {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly onError: (error: unknown) => void;
};

@Global()
@Module({})
export class UpkeepResourcesModule {
  static with({ database, blobs }: UpkeepResources): DynamicModule {
    const providers = [
      { provide: Database, useValue: database },
      { provide: BlobStore, useValue: blobs },
    ];
    return { module: UpkeepResourcesModule, providers, exports: providers };
  }
}
