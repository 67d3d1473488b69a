import { FileBlobStore } from '@mailroom/blobs';
import type { Database } from '@mailroom/database';
import { RawMessageRepository } from '@mailroom/mail';
import { CommittedEvents, PostgresEventBus } from '@mailroom/messaging';
import { AcceptancePressure } from '../src/acceptance-pressure.js';
import { ErrorReporter } from '../src/error-reporter.js';
import { IngestRepository } from '../src/ingest.repository.js';
import { IngestService } from '../src/ingest.service.js';
import { ParseAttemptRepository } from '../src/parse-attempt.repository.js';
import { ParsingService } from '../src/parsing.service.js';
import { ParserPool } from '../src/parsing/parser-pool.js';
import { ReadinessRepository } from '../src/readiness.repository.js';
import type { SignatureThreads } from '../src/signatures/signature-threads.js';
import { readyMessages } from './ready-messages.fixture.js';

type Settings = {
  readonly thread?: SignatureThreads;
  readonly dnsServers?: readonly string[];
  /** Another parser's file. */
  readonly workerUrl?: URL;
};

/** What makes messages durable in a database; `raw` may know another way there. */
export function ingestInto(
  database: Database,
  parsing: ParsingService,
  pressure: AcceptancePressure,
  raw: RawMessageRepository,
): IngestService {
  return new IngestService(new IngestRepository(database), parsing, pressure, raw);
}

/** What takes mail in, and parses it. */
export function startIngest(database: Database, directory: string, settings: Settings = {}) {
  const { thread, dnsServers = [], workerUrl } = settings;
  const bus = new PostgresEventBus(database);
  const blobs = new FileBlobStore({ directory });
  const raw = new RawMessageRepository(database, blobs);
  const pressure = new AcceptancePressure();
  const limits = { workers: 1, timeoutMs: 5_000, maxHeapMb: 256 };
  const parsers = new ParserPool({ ...limits, hostname: 'test', dnsServers, ...(workerUrl && { workerUrl }) });
  const parsing = new ParsingService(
    parsers,
    new ReadinessRepository(database),
    new ParseAttemptRepository(database),
    readyMessages(database, raw, thread),
    bus,
    new CommittedEvents(database, bus),
    pressure,
    new ErrorReporter(() => {}),
  );
  const ingest = ingestInto(database, parsing, pressure, raw);
  const close = async (withinMs?: number) => {
    await parsing.close(withinMs);
    await bus.close();
    await blobs.close();
  };
  return { ingest, parsing, parsers, pressure, bus, close };
}
