import { Module, type DynamicModule } from '@nestjs/common';
import { AutocryptKeyRepository, SenderKeyRepository, SenderKeys } from '@mailroom/found-keys';
import { MailModule } from '@mailroom/mail';
import { CommittedEvents } from '@mailroom/messaging';
import { AcceptancePressure } from './acceptance-pressure.js';
import { BroughtKeys } from './autocrypt/brought-keys.js';
import { ErrorReporter } from './error-reporter.js';
import { IngestRepository } from './ingest.repository.js';
import { IngestService } from './ingest.service.js';
import { MessageSeals } from './message-seals.js';
import { ParseAttemptRepository } from './parse-attempt.repository.js';
import { ParsingService } from './parsing.service.js';
import { ParserPool, type ParserPoolOptions } from './parsing/parser-pool.js';
import { ReadinessRepository } from './readiness.repository.js';
import { ReadyMessages } from './ready-messages.js';
import { MessageSignatures } from './signatures/message-signatures.js';
import { SignatureThreads } from './signatures/signature-threads.js';

export type InboundOptions = { readonly parsers: ParserPoolOptions; readonly onError: (error: unknown) => void };

/** Needs Database, BlobStore and EventBus from a global module. */
@Module({})
export class InboundModule {
  static with(options: InboundOptions): DynamicModule {
    return {
      module: InboundModule,
      imports: [MailModule],
      providers: [
        { provide: ErrorReporter, useValue: new ErrorReporter(options.onError) },
        { provide: ParserPool, useValue: new ParserPool(options.parsers) },
        AcceptancePressure,
        AutocryptKeyRepository,
        CommittedEvents,
        IngestRepository,
        IngestService,
        MessageSeals,
        MessageSignatures,
        ParseAttemptRepository,
        ParsingService,
        ReadinessRepository,
        ReadyMessages,
        SenderKeyRepository,
        SenderKeys,
        {
          provide: BroughtKeys,
          useFactory: (keys: AutocryptKeyRepository) => new BroughtKeys(keys),
          inject: [AutocryptKeyRepository],
        },
        { provide: SignatureThreads, useValue: new SignatureThreads() },
      ],
      exports: [IngestService, MailModule, ParsingService],
    };
  }
}
