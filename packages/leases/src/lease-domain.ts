import { Injectable } from '@nestjs/common';
import type { DomainError } from '@mailroom/errors';
import { DomainSharingService } from '@mailroom/mail';
import { LeaseOptions } from './lease.options.js';

/** Sees to it that the domain of leased mailboxes is there, and shared. */
@Injectable()
export class LeaseDomain {
  constructor(
    private readonly options: LeaseOptions,
    private readonly sharing: DomainSharingService,
  ) {}

  /** Returns why nothing can be leased, if that is so. See `DomainSharingService.prepare`. */
  async prepare(): Promise<DomainError | null> {
    return this.sharing.prepare(this.options.domain);
  }
}
