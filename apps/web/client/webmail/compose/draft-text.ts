import { addressesOf } from '../../kit/listed.js';
import type { Draft } from '../api.js';

export type DraftText = {
  readonly to: string;
  readonly cc: string;
  readonly bcc: string;
  readonly subject: string;
  readonly text: string;
  /** The same as `text` with formatting, as an agent wrote it; nobody types it here. */
  readonly html: string | null;
};

export const BLANK: DraftText = { to: '', cc: '', bcc: '', subject: '', text: '', html: null };

export function textOf({ to, cc, bcc, subject, text, html }: Draft): DraftText {
  return { to: to.join(', '), cc: cc.join(', '), bcc: bcc.join(', '), subject, text, html };
}

/** What was written, with a part of it changed. Formatted words that say something else than the plain ones are no more. */
export function changed(written: DraftText, part: Partial<DraftText>): DraftText {
  const next = { ...written, ...part };
  return next.text === written.text ? next : { ...next, html: null };
}

/** Whether a draft holds what was written here. */
export function holds(draft: Draft, own: DraftText): boolean {
  const lists = (['to', 'cc', 'bcc'] as const).every(
    (field) => JSON.stringify(draft[field]) === JSON.stringify(addressesOf(own[field])),
  );
  return lists && draft.subject === own.subject && draft.text === own.text && draft.html === own.html;
}
