import type { Draft, DraftAttachment, DraftSummary } from '@mailroom/mail';
import { about, integer, list, nullable, object, oneOf, ref, resource, string, type ValueOf } from '@mailroom/openapi';
import { at, later } from '../schema/example-times.js';

export const draftAttachmentResource = resource(
  'DraftAttachment',
  object({
    id: integer,
    filename: string,
    mimeType: string,
    size: about(integer, 'bytes'),
    disposition: oneOf(['attachment', 'inline']),
    contentId: nullable('string'),
  }),
  {
    id: 4,
    filename: 'gears.pdf',
    mimeType: 'application/pdf',
    size: 18_231,
    disposition: 'attachment',
    contentId: null,
  },
);

const summary = {
  id: integer,
  accountId: integer,
  version: about(integer, 'goes up each time the draft is saved; attachments leave it'),
  to: about(list(string), 'as they were typed'),
  cc: list(string),
  bcc: list(string),
  subject: string,
  inReplyTo: about(nullable('integer'), 'the received email that is answered'),
  attachments: list(ref(draftAttachmentResource)),
  createdAt: string,
  updatedAt: string,
};

const shortExample = {
  id: 12,
  accountId: 7,
  version: 3,
  to: ['ada@example.org', 'charles@'],
  cc: [],
  bcc: [],
  subject: 'The gears',
  inReplyTo: 1042,
  attachments: [draftAttachmentResource.example],
  createdAt: at,
  updatedAt: later,
};

/** A draft in a list, without its bodies. */
export const draftSummaryResource = resource('DraftSummary', object(summary), shortExample);

export const draftResource = resource('Draft', object({ ...summary, text: string, html: nullable('string') }), {
  ...shortExample,
  text: 'Dear Ada, the smallest one first.',
  html: null,
});

type Files = readonly DraftAttachment[];

export function draftAttachmentView(file: DraftAttachment): ValueOf<typeof draftAttachmentResource> {
  const { id, filename, mimeType, size, disposition, contentId } = file;
  return { id, filename, mimeType, size, disposition, contentId };
}

export function draftSummaryView(draft: DraftSummary, files: Files): ValueOf<typeof draftSummaryResource> {
  return {
    id: draft.id,
    accountId: draft.mailboxId,
    version: draft.version,
    to: draft.to,
    cc: draft.cc,
    bcc: draft.bcc,
    subject: draft.subject,
    inReplyTo: draft.inReplyTo,
    attachments: files.map(draftAttachmentView),
    createdAt: draft.createdAt.toISOString(),
    updatedAt: draft.updatedAt.toISOString(),
  };
}

export function draftView(draft: Draft, files: Files): ValueOf<typeof draftResource> {
  return { ...draftSummaryView(draft, files), text: draft.text, html: draft.html };
}
