import type { DraftContent, NewDraftAttachment } from '@mailroom/mail';
import type { DraftAttachmentDto, SaveDraftDto } from './draft.dto.js';

/** The whole draft that a body describes. */
export function draftContent(body: SaveDraftDto): DraftContent {
  const { to = [], cc = [], bcc = [], subject = '', text = '', html, inReplyTo = null } = body;
  return { to, cc, bcc, subject, text, html: html || null, inReplyTo };
}

/** The file that a body describes. */
export function attachmentOf({
  filename,
  contentType,
  content,
  disposition,
  contentId,
}: DraftAttachmentDto): NewDraftAttachment {
  return {
    filename,
    mimeType: contentType ?? 'application/octet-stream',
    disposition: disposition ?? 'attachment',
    contentId: contentId ?? null,
    content: Buffer.from(content, 'base64'),
  };
}
