import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { DEFAULT_TENANT_ID, TenantService } from '@mailroom/identity';
import { DomainSharingService } from '@mailroom/mail';
import { SignupOptions } from './signup.options.js';

/** Sees to it that the domain of new mailboxes is there, and shared. */
@Injectable()
export class SignupDomain {
  constructor(
    private readonly options: SignupOptions,
    private readonly tenants: TenantService,
    private readonly sharing: DomainSharingService,
  ) {}

  /**
   * Adds the domain as one of the first tenant and shares it. Where a mailbox takes all mail of the domain it can't be
   * shared: then nobody can sign up, and everything else works; returns why.
   */
  async prepare(): Promise<DomainError | null> {
    const { domain } = this.options;
    if (domain === null) return null;
    await this.tenants.ensureDefault();
    try {
      await this.sharing.ensureShared(DEFAULT_TENANT_ID, domain);
      return null;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'invalid_request') return error;
      throw error;
    }
  }
}
