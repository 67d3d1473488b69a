import { Injectable } from '@nestjs/common';
import { Database, anyUnseen, statement } from '@mailroom/database';
import { mailboxOf } from '../email/email-place.repository.js';
import { placesOf, type EmailPlace } from '../email/email-place.js';
import type { Attachment } from './attachment.js';

const columns = `id, email_id as "emailId", mailbox_id as "mailboxId", filename, mime_type as "mimeType", size, disposition,
  content_id as "contentId", key, created_at as "createdAt",
  json_build_object('offset', part_offset, 'length', part_length, 'encoding', encoding) as part`;

const listOfEmails = statement(
  'attachment-list',
  `select ${columns} from attachment
   where email_id = ${anyUnseen('$1::bigint[]')} and mailbox_id = ${anyUnseen('$2::int[]')} order by email_id, position`,
);

const findById = statement(
  'attachment-find',
  `select ${columns} from attachment where id = $1 and mailbox_id = ${mailboxOf('attachment', '$1', '$2')}`,
);

@Injectable()
export class AttachmentRepository {
  constructor(private readonly database: Database) {}

  async listOfEmails(emails: readonly EmailPlace[]): Promise<Attachment[]> {
    return this.database.query<Attachment>(listOfEmails, placesOf(emails));
  }

  /** Returns one of a mailbox or, if that is null, whoever owns it: the caller checks. */
  async find(id: number, mailboxId: number | null): Promise<Attachment | null> {
    const [attachment] = await this.database.query<Attachment>(findById, [id, mailboxId]);
    return attachment ?? null;
  }
}
