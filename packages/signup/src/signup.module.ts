import { Module, type DynamicModule } from '@nestjs/common';
import { BillingModule } from '@mailroom/billing';
import { IdentityModule } from '@mailroom/identity';
import { MailModule } from '@mailroom/mail';
import { Newcomers } from './newcomers.js';
import { SignupDomain } from './signup-domain.js';
import { SignupOptions } from './signup.options.js';
import { SignupRepository } from './signup.repository.js';
import { SignupService } from './signup.service.js';

/** Lets strangers in; needs Database from a global module. */
@Module({})
export class SignupModule {
  static with(options: SignupOptions): DynamicModule {
    return {
      module: SignupModule,
      imports: [IdentityModule, MailModule, BillingModule],
      providers: [
        { provide: SignupOptions, useValue: options },
        Newcomers,
        SignupDomain,
        SignupRepository,
        SignupService,
      ],
      exports: [SignupDomain, SignupService],
    };
  }
}
