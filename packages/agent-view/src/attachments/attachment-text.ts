import type { AttachmentTextService } from '@mailroom/mail';
import { about, boolean, integer, nullable, object, resource, string, type ValueOf } from '@mailroom/openapi';

export const attachmentTextResource = resource(
  'AttachmentText',
  object({
    attachmentId: integer,
    mimeType: string,
    text: string,
    offset: about(integer, 'where the text begins, in UTF-16 code units; never inside a character'),
    totalChars: about(integer, 'of the whole text, in UTF-16 code units'),
    nextOffset: about(nullable('integer'), 'where the next piece begins; null at the end'),
    truncated: about(boolean, 'whether there is more behind this piece'),
  }),
  {
    attachmentId: 31,
    mimeType: 'application/pdf',
    text: 'Invoice 2026-031 …',
    offset: 0,
    totalChars: 1_804,
    nextOffset: null,
    truncated: false,
  },
);

export type AttachmentTextResource = ValueOf<typeof attachmentTextResource>;

type TextPiece = Awaited<ReturnType<AttachmentTextService['page']>>;

export function attachmentTextView(piece: TextPiece): AttachmentTextResource {
  const { attachment, text, offset, totalChars, nextOffset } = piece;
  const { id, mimeType } = attachment;
  return { attachmentId: id, mimeType, text, offset, totalChars, nextOffset, truncated: nextOffset !== null };
}
