import { Module, type DynamicModule } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { MailModule } from '@mailroom/mail';
import { AutocryptKeyRepository } from './autocrypt-key.repository.js';
import { FoundKeyRepository } from './found-key.repository.js';
import { KeyFinder } from './key-finder.service.js';
import { WebKeyDirectory, type WebKeyOptions } from './web-key-directory.js';

@Module({})
export class FoundKeysModule {
  static with(options: WebKeyOptions): DynamicModule {
    const providers = [
      AutocryptKeyRepository,
      FoundKeyRepository,
      KeyFinder,
      { provide: WebKeyDirectory, useValue: new WebKeyDirectory(options) },
    ];
    return { module: FoundKeysModule, imports: [IdentityModule, MailModule], providers, exports: [KeyFinder] };
  }
}
