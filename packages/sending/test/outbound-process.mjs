// Delivers outbound jobs in its own process, so that it can be killed. Uses the built files.
import { createRequire } from 'node:module';
import { NestFactory } from '@nestjs/core';
import { BlobStore, FileBlobStore } from '@mailroom/blobs';
import { Database } from '@mailroom/database';
import { EventBus, PostgresEventBus } from '@mailroom/messaging';
import { OutboundModule, OutboundOptions, OutboundWorker, RelayTransport } from '@mailroom/sending';

createRequire(import.meta.url)('reflect-metadata');
const { DATABASE_URL: url, BLOB_DIRECTORY: directory, RELAY_URL: relayUrl } = process.env;

// A warning points to a leak, or to something that will stop working: the process must never get one.
process.on('warning', () => process.exit(3));

const database = new Database({ url, poolSize: 4 });
const resources = [
  { provide: Database, useValue: database },
  { provide: BlobStore, useValue: new FileBlobStore({ directory }) },
  { provide: EventBus, useValue: new PostgresEventBus(database) },
];
class Resources {}
class Root {}
const app = await NestFactory.createApplicationContext(
  {
    module: Root,
    imports: [
      { module: Resources, global: true, providers: resources, exports: resources },
      OutboundModule.with(
        new RelayTransport(relayUrl, 'mail.mailroom.test'),
        new OutboundOptions(10, (error) => process.stderr.write(`${error}\n`)),
      ),
    ],
  },
  { logger: false },
);
await app.get(OutboundWorker, { strict: false }).start();
