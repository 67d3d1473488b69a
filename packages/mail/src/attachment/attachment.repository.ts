import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import type { Attachment } from './attachment.js';

const columns = `id, email_id as "emailId", filename, mime_type as "mimeType", size, disposition,
  content_id as "contentId", key, created_at as "createdAt",
  json_build_object('offset', part_offset, 'length', part_length, 'encoding', encoding) as part`;

const listOfEmails = statement(
  'attachment-list',
  `select ${columns} from attachment where email_id = any ($1::bigint[]) order by email_id, position`,
);

const findById = statement('attachment-find', `select ${columns} from attachment where id = $1`);

@Injectable()
export class AttachmentRepository {
  constructor(private readonly database: Database) {}

  async listOfEmails(emailIds: readonly number[]): Promise<Attachment[]> {
    return this.database.query<Attachment>(listOfEmails, [emailIds]);
  }

  async find(id: number): Promise<Attachment | null> {
    const [attachment] = await this.database.query<Attachment>(findById, [id]);
    return attachment ?? null;
  }
}
