import type { Body } from '@mailroom/client';
import { api, type Draft, type Email } from '../api.js';

export type DraftText = { readonly to: string; readonly cc: string; readonly subject: string; readonly text: string };

const SAVE_AFTER_MS = 1_000;

export const addressesOf = (line: string) => line.split(/[,;]/).flatMap((address) => address.trim() || []);

export function textOf({ to, cc, subject, text }: Draft): DraftText {
  return { to: to.join(', '), cc: cc.join(', '), subject, text };
}

/**
 * Keeps one draft on the server while it is written: it is made with the first change, saved a second after the last one,
 * and one call follows another, so that no older text overtakes a newer one.
 */
export class DraftWriter {
  #id: number | undefined;
  #saved: DraftText | undefined;
  #wanted: DraftText | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly accountId: number,
    private readonly inReplyTo: number | undefined,
    begun: { readonly id: number; readonly saved: DraftText | undefined } | undefined,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.#id = begun?.id;
    this.#saved = begun?.saved;
  }

  change(text: DraftText): void {
    this.#wanted = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save().catch(this.onFailure), SAVE_AFTER_MS);
  }

  /** The draft as far as it is known: its id, once it is made. */
  get draftId(): number | undefined {
    return this.#id;
  }

  /** Resolves once the server has what was written. */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#next(async () => {
      const text = this.#wanted;
      if (!text || text === this.#saved) return;
      const id = await this.#made(text);
      if (this.#saved !== text) await api.saveDraft(id, this.#bodyOf(text));
      this.#saved = text;
    });
  }

  attach(file: File): Promise<Draft> {
    return this.#next(async () => {
      const id = await this.#made(this.#wanted ?? { to: '', cc: '', subject: '', text: '' });
      const content = await base64Of(file);
      const contentType = file.type || 'application/octet-stream';
      await api.attachToDraft(id, { filename: file.name, contentType, content });
      return api.getDraft(id);
    });
  }

  detach(attachmentId: number): Promise<Draft> {
    return this.#next(async () => {
      const id = this.#id ?? 0;
      await api.detachFromDraft(id, attachmentId);
      return api.getDraft(id);
    });
  }

  /** Sends it, once however often it is asked for. */
  async send(): Promise<Email> {
    await this.save();
    return this.#next(() => api.sendDraft(this.#id ?? 0));
  }

  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#next(async () => {
      if (this.#id !== undefined) await api.deleteDraft(this.#id);
    });
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #made(text: DraftText): Promise<number> {
    if (this.#id !== undefined) return this.#id;
    const { id } = await api.createDraft({ ...this.#bodyOf(text), accountId: this.accountId });
    this.#id = id;
    this.#saved = text;
    return id;
  }

  #bodyOf({ to, cc, subject, text }: DraftText): Body<'saveDraft'> {
    const inReplyTo = this.inReplyTo === undefined ? {} : { inReplyTo: this.inReplyTo };
    return { to: addressesOf(to), cc: addressesOf(cc), subject, text, ...inReplyTo };
  }
}

async function base64Of(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(',') + 1);
}
