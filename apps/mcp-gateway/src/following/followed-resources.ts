import { Injectable } from '@nestjs/common';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { DomainError } from '@mailroom/errors';
import { requireScope, type Principal } from '@mailroom/identity';
import { EmailService, MailboxAccess } from '@mailroom/mail';
import type { FollowedResource } from '@mailroom/messaging';
import { resourceOf, type MailResource } from '../resources/mail-uri.js';

/** Finds what a URI names, for callers who may read it. */
@Injectable()
export class FollowedResources {
  constructor(
    private readonly access: MailboxAccess,
    private readonly emails: EmailService,
  ) {}

  /** @throws insufficient_scope; a ResourceNotFoundError, also for what belongs to others */
  async require(caller: Principal, uri: string): Promise<FollowedResource> {
    requireScope(caller, 'read');
    const resource = resourceOf(uri);
    if (!resource) throw new ResourceNotFoundError(uri.slice(0, 200));
    try {
      return { uri, ...(await this.#place(caller, resource)) };
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') throw new ResourceNotFoundError(uri);
      throw error;
    }
  }

  async #place(caller: Principal, resource: MailResource): Promise<Omit<FollowedResource, 'uri'>> {
    if (resource.kind === 'email') {
      const { mailbox } = await this.emails.require(caller, resource.emailId);
      return { mailboxId: mailbox.id, emailId: resource.emailId, threadId: null };
    }
    const { id: mailboxId } = await this.access.require(caller, resource.accountId);
    return { mailboxId, emailId: null, threadId: resource.kind === 'thread' ? resource.threadId : null };
  }
}
