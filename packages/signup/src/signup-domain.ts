import { Injectable } from '@nestjs/common';
import type { DomainError } from '@mailroom/errors';
import { DomainSharingService } from '@mailroom/mail';
import { SignupOptions } from './signup.options.js';

/** Sees to it that the domain of new mailboxes is there, and shared. */
@Injectable()
export class SignupDomain {
  constructor(
    private readonly options: SignupOptions,
    private readonly sharing: DomainSharingService,
  ) {}

  /** Returns why nobody can sign up, if that is so. See `DomainSharingService.prepare`. */
  async prepare(): Promise<DomainError | null> {
    return this.sharing.prepare(this.options.domain);
  }
}
