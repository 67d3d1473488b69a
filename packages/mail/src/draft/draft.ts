/** What a caller writes of a draft; nothing of it has to be complete before it is sent. */
export type DraftContent = {
  /** As they are typed, in the forms that a send takes or on the way there. */
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** The id of the received email that is answered. */
  readonly inReplyTo: number | null;
};

export type DraftAttachment = {
  readonly id: number;
  readonly draftId: number;
  readonly rawId: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  readonly disposition: 'attachment' | 'inline';
  readonly contentId: string | null;
};

/** A file to be kept with a draft. */
export type NewDraftAttachment = Pick<DraftAttachment, 'filename' | 'mimeType' | 'disposition' | 'contentId'> & {
  readonly content: Buffer;
};

/** Of a draft without its bodies. */
export type DraftSummary = Omit<DraftContent, 'text' | 'html'> & {
  readonly id: number;
  readonly mailboxId: number;
  /** It goes up each time what is written is saved. */
  readonly version: number;
  /** Its latest change of any kind, attachments included, in the order of all changes. */
  readonly changeId: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type Draft = DraftSummary & DraftContent;

export type DraftWithFiles = { readonly draft: Draft; readonly files: readonly DraftAttachment[] };

export const MAX_DRAFTS = 100;
/** As many as a send takes. */
export const MAX_DRAFT_ATTACHMENTS = 10;
/** Of bodies and attachments together: no message is larger. */
export const MAX_DRAFT_BYTES = 25 * 1024 * 1024;
