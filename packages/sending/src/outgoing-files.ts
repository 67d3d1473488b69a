import { DomainError } from '@mailroom/errors';
import { requireScope, type Principal } from '@mailroom/identity';
import type { AttachmentService, FoundAttachment } from '@mailroom/mail';
import { MAX_MESSAGE_BYTES, type Composition } from './compose.js';
import type { OutgoingAttachment } from './send-request.js';

/** The files of a message, each with the attachment that it refers to instead of having content. */
export type MeasuredFiles = {
  readonly files: readonly { readonly file: OutgoingAttachment; readonly found: FoundAttachment | undefined }[];
  /** How many bytes of stored mail lie in memory once they are read. */
  readonly bytesToRead: number;
};

/**
 * Measures all files before any is read that is referred to: a few words could name more than there is room for. Whoever
 * sends an attachment on has read it.
 * @throws insufficient_scope, not_found, payload_too_large
 */
export async function measuredFiles(
  attachments: AttachmentService,
  principal: Principal,
  files: readonly OutgoingAttachment[],
): Promise<MeasuredFiles> {
  const find = async ({ attachmentId }: OutgoingAttachment) => {
    if (attachmentId === undefined) return undefined;
    requireScope(principal, 'read');
    return attachments.require(principal, attachmentId);
  };
  const measured = await Promise.all(files.map(async (file) => ({ file, found: await find(file) })));
  const sizes = measured.map(({ file, found }) => file.content?.length ?? found?.attachment.size ?? 0);
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_MESSAGE_BYTES)
    throw new DomainError('payload_too_large', 'The attachments are larger than 25 MiB.');
  return { files: measured, bytesToRead: await attachments.bytesToRead(measured.flatMap(({ found }) => found ?? [])) };
}

/** Reads what the files refer to, one after the other. @throws not_found if it was deleted meanwhile */
export async function readFiles(
  attachments: AttachmentService,
  { files }: MeasuredFiles,
): Promise<Composition['attachments']> {
  const resolved: Composition['attachments'][number][] = [];
  for (const { file, found } of files) {
    const { filename, contentType, content, disposition = 'attachment', contentId } = file;
    const read = found && (await attachments.read(found));
    resolved.push({
      filename,
      contentType: contentType ?? found?.attachment.mimeType,
      charset: read?.charset,
      content: content ?? read?.content ?? Buffer.alloc(0),
      disposition,
      contentId,
    });
  }
  return resolved;
}
