// Stores a large message in a process of its own, which ends before anything records it. Uses the built files.
import { openBlobStore } from '@mailroom/blobs';
import { Database } from '@mailroom/database';
import { RawMessageRepository } from '@mailroom/mail';

const { DATABASE_URL: url, BLOB_STORE_URL: blobStoreUrl } = process.env;
const messages = new RawMessageRepository(new Database({ url }), await openBlobStore(blobStoreUrl, { writes: true }));
await messages.store(Buffer.alloc(20_000, 'x'));
process.kill(process.pid, 'SIGKILL');
