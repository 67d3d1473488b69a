import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { charsetOfPart, decodeAttachment } from '@mailroom/message';
import { EmailService } from '../email/email.service.js';
import { RawMessageRepository } from '../raw-message/raw-message.repository.js';
import type { Attachment } from './attachment.js';
import { AttachmentRepository } from './attachment.repository.js';

/** An attachment that the caller may see. */
export type FoundAttachment = { readonly attachment: Attachment; readonly rawId: string };

export type AttachmentContent = { readonly content: Buffer; readonly charset: string | undefined };

@Injectable()
export class AttachmentService {
  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly emails: EmailService,
    private readonly rawMessages: RawMessageRepository,
  ) {}

  /** @throws not_found */
  async listOfEmail(principal: Principal, emailId: number): Promise<{ mailboxId: number; items: Attachment[] }> {
    const { email } = await this.emails.require(principal, emailId);
    return { mailboxId: email.mailboxId, items: await this.attachments.listOfEmails([email]) };
  }

  /** @throws not_found */
  async require(principal: Principal, id: number): Promise<FoundAttachment> {
    const attachment = await this.attachments.find(id, principal.mailboxId);
    const found = attachment && (await this.emails.find(principal, attachment.emailId, attachment.mailboxId));
    if (!found) throw noAttachment();
    return { attachment, rawId: found.email.rawId };
  }

  /** Returns its decoded bytes, and the charset that its sender gave it. @throws not_found if it was deleted meanwhile */
  async read({ attachment, rawId }: FoundAttachment): Promise<AttachmentContent> {
    const raw = await this.rawMessages.read(rawId);
    if (!raw) throw noAttachment();
    const { part, mimeType } = attachment;
    return {
      content: decodeAttachment(raw.content, part),
      charset: charsetOfPart(raw.content, part.offset, mimeType),
    };
  }

  /** Returns the attachment with what `read` says of it. @throws not_found */
  async content(principal: Principal, id: number): Promise<AttachmentContent & { readonly attachment: Attachment }> {
    const found = await this.require(principal, id);
    return { attachment: found.attachment, ...(await this.read(found)) };
  }
}

function noAttachment(): DomainError {
  return new DomainError('not_found', 'There is no such attachment.');
}
