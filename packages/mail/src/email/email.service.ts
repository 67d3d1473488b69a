import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { LabelRepository } from '../label/label.repository.js';
import { ReleasedMail, type ReleasedContent } from '../bridge/released-mail.js';
import { MessageReaders, type Readers } from '../key/message-readers.js';
import { MailboxAccess } from '../mailbox/mailbox-access.js';
import type { Mailbox } from '../mailbox/mailbox.js';
import { HeldStreams } from '../raw-message/held-streams.js';
import type { Email, EmailContent, EmailPage, FullEmail, MailDirection } from './email.js';
import { EmailRepository } from './email.repository.js';

export type EmailInMailbox = { readonly email: Email; readonly mailbox: Mailbox };
export type FullEmailInMailbox = EmailInMailbox & { readonly content: EmailContent };

const noContent: EmailContent = {
  plainText: '',
  plainTextSource: 'text',
  html: '',
  references: [],
  headers: null,
  authentication: null,
  extractions: null,
  extractedText: null,
  trust: null,
};

@Injectable()
export class EmailService {
  constructor(
    private readonly emails: EmailRepository,
    private readonly access: MailboxAccess,
    private readonly streams: HeldStreams,
    private readonly labels: LabelRepository,
    private readonly messageReaders: MessageReaders,
    private readonly releasedMail: ReleasedMail,
  ) {}

  async list(mailbox: Mailbox, page: EmailPage): Promise<Email[]> {
    const { label } = page;
    return label === undefined ? this.emails.list(mailbox.id, page) : this.labels.list(mailbox.id, page, label);
  }

  /** The newest emails of both directions, or of one of them. */
  async timeline(
    mailbox: Mailbox,
    {
      direction,
      cursor,
      limit,
    }: Pick<EmailPage, 'cursor' | 'limit'> & { readonly direction: MailDirection | undefined },
  ): Promise<Email[]> {
    if (direction === undefined) return this.emails.listBoth(mailbox.id, cursor, limit);
    return this.emails.list(mailbox.id, { direction, cursor, limit, oldestFirst: false });
  }

  /** Returns the email with its mailbox, or null if the principal may not see it. */
  async find(principal: Principal, emailId: number, mailboxId = principal.mailboxId): Promise<EmailInMailbox | null> {
    const email = await this.emails.find(emailId, mailboxId);
    const mailbox = email && (await this.access.visible(principal, email.mailboxId));
    return mailbox ? { email, mailbox } : null;
  }

  /** @throws not_found */
  async require(principal: Principal, emailId: number): Promise<EmailInMailbox> {
    return orNotFound(await this.find(principal, emailId));
  }

  /** Returns it with its bodies, which are empty if the message could not be parsed. @throws not_found */
  async requireFull(principal: Principal, emailId: number): Promise<FullEmailInMailbox> {
    return this.requireVisible(principal, await this.emails.findFull(emailId, principal.mailboxId));
  }

  /** The same for an email that was found by its id. @throws not_found */
  async requireVisible(principal: Principal, full: FullEmail | null): Promise<FullEmailInMailbox> {
    const mailbox = full && (await this.access.visible(principal, full.email.mailboxId));
    return orNotFound(mailbox ? { email: full.email, mailbox, content: full.content ?? noContent } : null);
  }

  /** Returns the bodies, which are empty if the message could not be parsed. */
  async content(email: Email): Promise<EmailContent> {
    return (await this.emails.findContent(email.rawId)) ?? noContent;
  }

  /** Which keys that we know can read each of these emails, if it is encrypted: see `MessageReaders.of`. */
  async readers(caller: Principal | null, emails: readonly Email[]): Promise<(email: Email) => Readers> {
    return this.messageReaders.of(caller, emails);
  }

  /** What is released of those of these emails whose bridge asks, by their ids. */
  async released(
    emails: readonly Email[],
    readersOf: (email: Email) => Readers,
  ): Promise<ReadonlyMap<number, ReleasedContent>> {
    const [key] = emails.flatMap((email) => readersOf(email).bridgeKey ?? []);
    if (!key) return new Map();
    const wanted = emails.filter((email) => readersOf(email).bridgeKey !== null);
    return this.releasedMail.of(wanted, key);
  }

  /** Returns the message as it was received or sent. @throws not_found; rate_limited or unavailable as `HeldStreams` says */
  async raw(principal: Principal, emailId: number): Promise<{ size: number; content: Readable }> {
    const { email } = await this.require(principal, emailId);
    // An email keeps its message for as long as it is there itself.
    return orNotFound(await this.streams.open(principal, email.rawId));
  }

  /** Marks those of the emails that the principal can see as read; returns how many were unread. */
  async markRead(principal: Principal, emailIds: readonly number[]): Promise<number> {
    return this.emails.markRead(principal.tenantId, principal.mailboxId, emailIds);
  }
}

function orNotFound<Found>(found: Found | null): Found {
  if (!found) throw new DomainError('not_found', 'There is no such email.');
  return found;
}
