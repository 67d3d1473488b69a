import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { charsetOfPart, decodeAttachment } from '@mailroom/message';
import { EmailService } from '../email/email.service.js';
import { RawMessageRepository } from '../raw-message/raw-message.repository.js';
import type { Attachment } from './attachment.js';
import { AttachmentRepository } from './attachment.repository.js';
import { HandedOut } from './handed-out.js';
import { readingRoom, type Handing } from './reading-room.js';

/** An attachment that the caller may see. */
export type FoundAttachment = { readonly attachment: Attachment; readonly rawId: string };

export type AttachmentContent = { readonly content: Buffer; readonly charset: string | undefined };

export type DownloadedAttachment = {
  readonly attachment: Attachment;
  readonly size: number;
  readonly content: Readable;
};

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

  /** How many bytes it takes to read these one after the other: what they decode to, beside the largest of their messages. */
  async bytesToRead(found: readonly FoundAttachment[]): Promise<number> {
    if (found.length === 0) return 0;
    const messages = await this.rawMessages.sizes(found.map(({ rawId }) => rawId));
    return found.reduce((sum, { attachment }) => sum + attachment.size, Math.max(0, ...messages.values()));
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

  /** Runs `use` on what `read` says of it, once there is room for that. @throws not_found, unavailable */
  async reading<T>(
    tenantId: string,
    found: FoundAttachment,
    use: (read: AttachmentContent) => Promise<T>,
    handing?: Handing,
  ): Promise<T> {
    const bytes = await this.bytesToRead([found]);
    return readingRoom.run(tenantId, bytes, async () => use(await this.read(found)), handing);
  }

  /**
   * Returns its decoded bytes, which lie in memory until they are taken or the stream is destroyed. The stream fails where a
   * client is slow to take them while others wait for the room.
   * @throws not_found, unavailable
   */
  async content(principal: Principal, id: number): Promise<DownloadedAttachment> {
    const found = await this.require(principal, id);
    const handedOut = new HandedOut();
    return new Promise((resolve, reject) => {
      const handOut = async ({ content }: AttachmentContent) => {
        const stream = handedOut.open(content);
        const closed = new Promise((close) => stream.once('close', close));
        resolve({ attachment: found.attachment, size: content.length, content: stream });
        await closed;
      };
      this.reading(principal.tenantId, found, handOut, handedOut).catch(reject);
    });
  }
}

function noAttachment(): DomainError {
  return new DomainError('not_found', 'There is no such attachment.');
}
