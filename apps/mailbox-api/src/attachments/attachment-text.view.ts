import type { AttachmentTextService } from '@mailroom/mail';

/** The resource `AttachmentText`. */
export function attachmentTextView({
  attachment,
  text,
  offset,
  totalChars,
  nextOffset,
}: Awaited<ReturnType<AttachmentTextService['page']>>) {
  const { id, mimeType } = attachment;
  return { attachmentId: id, mimeType, text, offset, totalChars, nextOffset, truncated: nextOffset !== null };
}
