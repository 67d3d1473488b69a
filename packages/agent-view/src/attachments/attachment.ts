import type { Attachment } from '@mailroom/mail';
import { integer, nullable, object, resource, string, type ValueOf } from '@mailroom/openapi';
import { at } from '../schema/example-times.js';

export const attachmentResource = resource(
  'Attachment',
  object({
    id: integer,
    emailId: integer,
    accountId: integer,
    filename: nullable('string'),
    mimeType: nullable('string'),
    size: nullable('integer'),
    key: string,
    url: { ...string, format: 'uri' },
    disposition: nullable('string'),
    contentId: nullable('string'),
    createdAt: string,
  }),
  {
    id: 31,
    emailId: 1042,
    accountId: 7,
    filename: 'invoice.pdf',
    mimeType: 'application/pdf',
    size: 18_231,
    key: 'att_0193f1c2',
    url: 'http://localhost:8080/api/agent/v1/attachments/31/content',
    disposition: 'attachment',
    contentId: null,
    createdAt: at,
  },
);

export type AttachmentResource = ValueOf<typeof attachmentResource>;

/** `url` takes the same credentials as every other operation. */
export function attachmentView(file: Attachment, mailboxId: number, baseUrl: string): AttachmentResource {
  return {
    id: file.id,
    emailId: file.emailId,
    accountId: mailboxId,
    filename: file.filename,
    mimeType: file.mimeType,
    size: file.size,
    key: file.key,
    url: `${baseUrl}/api/agent/v1/attachments/${file.id}/content`,
    disposition: file.disposition,
    contentId: file.contentId,
    createdAt: file.createdAt.toISOString(),
  };
}
