import { MailroomError, type Body } from '@mailroom/client';
import { api, type Draft, type Email } from '../api.js';

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

const SAVE_AFTER_MS = 1_000;

export const addressesOf = (line: string) => line.split(/[,;]/).flatMap((address) => address.trim() || []);

export function textOf({ to, cc, bcc, subject, text, html }: Draft): DraftText {
  return { to: to.join(', '), cc: cc.join(', '), bcc: bcc.join(', '), subject, text, html };
}

/** What was written, with a part of it changed. Formatted words that say something else than the plain ones are no more. */
export function changed(written: DraftText, part: Partial<DraftText>): DraftText {
  const next = { ...written, ...part };
  return next.text === written.text ? next : { ...next, html: null };
}

/** Somebody has saved, sent or discarded the draft since this page read it. */
export class DraftOvertaken extends Error {
  constructor(readonly isGone: boolean) {
    super(isGone ? 'This draft was sent or discarded in another place.' : 'This draft was changed in another place.');
  }
}

/** The saves of pages that were left: a page that reads a draft again has to see them. */
let leaving: Promise<unknown> = Promise.resolve();

export async function readDraft(id: number): Promise<Draft> {
  await leaving;
  return api.getDraft(id);
}

/** A draft that is on the server, as this page knows it. */
export type Begun = { readonly id: number; readonly version: number; readonly saved?: DraftText | undefined };

/**
 * Keeps one draft on the server while it is written: it is made with the first change, saved a second after the last one,
 * and one call follows another, so that no older text overtakes a newer one. Once another place has changed the draft,
 * nothing is written to it from here any more.
 */
export class DraftWriter {
  #begun: { readonly id: number; readonly version: number } | undefined;
  #saved: DraftText | undefined;
  /** What the server may have of this page: what it had last, and what was sent to it without an answer. */
  #tried: DraftText[] = [];
  #overtaken: DraftOvertaken | undefined;
  #isOver = false;
  #wanted: DraftText | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly accountId: number,
    private readonly inReplyTo: number | undefined,
    begun: Begun | undefined,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.#begun = begun;
    this.#saved = begun?.saved;
    if (begun?.saved) this.#tried = [begun.saved];
  }

  change(text: DraftText): void {
    this.#wanted = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save().catch(this.onFailure), SAVE_AFTER_MS);
  }

  /** The draft as far as it is known: its id and version, once it is made. */
  get begun(): { readonly id: number; readonly version: number } | undefined {
    return this.#begun;
  }

  /** Resolves once the server has what was written. @throws DraftOvertaken */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#next(async () => {
      const text = this.#wanted;
      if (!text || text === this.#saved || this.#isOver) return;
      await this.#made(text);
      if (this.#saved === text) return;
      this.#tried.push(text);
      const body = this.#bodyOf(text);
      const { id, version } = await this.#unlessOvertaken((begun) =>
        api.saveDraft(begun.id, { ...body, version: begun.version }),
      );
      this.#holds({ id, version }, text);
    });
  }

  /** Saves what was written as its page is left; if another place has changed the draft, as a new one. */
  leave(): Promise<void> {
    const left = this.save().catch(async (error: unknown) => {
      if (!(error instanceof DraftOvertaken)) throw error;
      if (this.#wanted && this.#wanted !== this.#saved) await this.keepAsNew(this.#wanted);
    });
    leaving = Promise.allSettled([leaving, left]);
    return left;
  }

  /** Goes on in a new draft, with the files of the one that another place has changed. */
  keepAsNew(shown: DraftText): Promise<Draft> {
    const turn = this.#turn.then(async () => {
      const text = this.#wanted ?? shown;
      const made = await api.createDraft({ ...this.#bodyOf(text), accountId: this.accountId });
      try {
        if (this.#begun && !this.#overtaken?.isGone) await copyFiles(this.#begun.id, made.id);
      } catch (error) {
        await api.deleteDraft(made.id).catch(() => undefined);
        throw error;
      }
      this.#overtaken = undefined;
      this.#holds(made, text);
      return api.getDraft(made.id);
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  attach(file: File): Promise<Draft> {
    return this.#next(async () => {
      const { id } = await this.#made(this.#wanted ?? BLANK);
      const content = await base64Of(file);
      const contentType = file.type || 'application/octet-stream';
      await api.attachToDraft(id, { filename: file.name, contentType, content });
      return api.getDraft(id);
    });
  }

  detach(attachmentId: number): Promise<Draft> {
    return this.#next(async () => {
      const id = this.#begun?.id ?? 0;
      await api.detachFromDraft(id, attachmentId);
      return api.getDraft(id);
    });
  }

  /** Sends what was written, once however often it is asked for. @throws DraftOvertaken */
  async send(): Promise<Email> {
    await this.save();
    return this.#next(async () => {
      const sent = await this.#unlessOvertaken(({ id, version }) => api.sendDraft(id, { version }));
      this.#isOver = true;
      return sent;
    });
  }

  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#next(async () => {
      if (this.#begun !== undefined) await api.deleteDraft(this.#begun.id);
      this.#isOver = true;
    });
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => {
      if (this.#overtaken) throw this.#overtaken;
      return work();
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Makes a call that the server refuses if the draft has another version. If that is what this page wrote, then only the
   * answer was lost, and if it is the same, then its files changed meanwhile: the call is made once more.
   */
  async #unlessOvertaken<T>(call: (begun: { id: number; version: number }) => Promise<T>): Promise<T> {
    const { id, version } = this.#begun ?? { id: 0, version: 1 };
    try {
      return await call({ id, version });
    } catch (error) {
      if (isOf(error, 'not_found')) throw this.#overtakenBy(undefined);
      if (!isOf(error, 'conflict')) throw error;
    }
    const found = await api.getDraft(id);
    const isOwn = found.version === version || this.#tried.some((text) => holds(found, text));
    if (!isOwn) throw this.#overtakenBy(found);
    this.#begun = { id, version: found.version };
    return call(this.#begun);
  }

  #overtakenBy(found: Draft | undefined): DraftOvertaken {
    this.#overtaken = new DraftOvertaken(found === undefined);
    return this.#overtaken;
  }

  async #made(text: DraftText): Promise<{ readonly id: number }> {
    if (this.#begun !== undefined) return this.#begun;
    const made = await api.createDraft({ ...this.#bodyOf(text), accountId: this.accountId });
    this.#holds(made, text);
    return made;
  }

  #holds({ id, version }: { readonly id: number; readonly version: number }, text: DraftText): void {
    this.#begun = { id, version };
    this.#saved = text;
    this.#tried = [text];
  }

  #bodyOf({ to, cc, bcc, subject, text, html }: DraftText): Body<'saveDraft'> {
    const addressed = { to: addressesOf(to), cc: addressesOf(cc), bcc: addressesOf(bcc) };
    const inReplyTo = this.inReplyTo === undefined ? {} : { inReplyTo: this.inReplyTo };
    return { ...addressed, subject, text, ...(html !== null && { html }), ...inReplyTo };
  }
}

const isOf = (error: unknown, type: string) => error instanceof MailroomError && error.type === type;

/** Whether a draft holds what was written here. */
function holds(draft: Draft, own: DraftText): boolean {
  const lists = (['to', 'cc', 'bcc'] as const).every(
    (field) => JSON.stringify(draft[field]) === JSON.stringify(addressesOf(own[field])),
  );
  return lists && draft.subject === own.subject && draft.text === own.text && draft.html === own.html;
}

async function copyFiles(from: number, to: number): Promise<void> {
  const { attachments } = await api.getDraft(from);
  for (const { id, filename, mimeType, disposition, contentId } of attachments) {
    const bytes = await api.downloadDraftAttachment(from, id);
    const content = await base64Of(new Blob([new Uint8Array(bytes)]));
    const kind = { contentType: mimeType, disposition, ...(contentId !== null && { contentId }) };
    await api.attachToDraft(to, { filename, content, ...kind });
  }
}

async function base64Of(file: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(',') + 1);
}
