import { MailroomError, type Body } from '@mailroom/client';
import { passes } from '../../kit/failure.js';
import { addressesOf } from '../../kit/listed.js';
import { onlineOrAfter } from '../../kit/online.js';
import { holdsUnsaved } from '../../kit/unsaved.js';
import { api, type Draft, type Email } from '../api.js';
import { base64Of, copyFiles } from './draft-files.js';
import { BLANK, holds, type DraftText } from './draft-text.js';

const SAVE_AFTER_MS = 1_000;
/** A save that nobody answered is tried again after this, and whenever the network is back. */
const TRY_AGAIN_AFTER_MS = 5_000;

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
    /** Is told of each save that the writer makes by itself: what failed, or null. */
    private readonly onTried: (error: unknown) => void,
  ) {
    this.#begun = begun;
    this.#saved = begun?.saved;
    if (begun?.saved) this.#tried = [begun.saved];
  }

  change(text: DraftText): void {
    this.#wanted = text;
    holdsUnsaved(this, true);
    this.#saveAfter(SAVE_AFTER_MS);
  }

  #saveAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.saveNow(), ms);
  }

  /** Saves without waiting for more to be typed, and again until somebody answers. */
  async saveNow(): Promise<void> {
    try {
      await this.save();
      this.onTried(null);
    } catch (error) {
      this.onTried(error);
      if (passes(error)) this.#saveAfter(TRY_AGAIN_AFTER_MS);
    }
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

  /**
   * Saves what was written as its page is left; if another place has changed the draft, as a new one. Where nobody
   * answers, it calls `onUnanswered` and tries on.
   */
  leave(onUnanswered: () => void): Promise<void> {
    const left = this.#saveLeft(onUnanswered).finally(() => holdsUnsaved(this, false));
    leaving = Promise.allSettled([leaving, left]);
    return left;
  }

  async #saveLeft(onUnanswered: () => void): Promise<void> {
    try {
      return await this.save();
    } catch (error) {
      if (error instanceof DraftOvertaken) return this.#keepLeft();
      if (!passes(error)) throw error;
    }
    onUnanswered();
    await onlineOrAfter(TRY_AGAIN_AFTER_MS);
    return this.#saveLeft(onUnanswered);
  }

  async #keepLeft(): Promise<void> {
    if (this.#wanted && this.#wanted !== this.#saved) await this.keepAsNew(this.#wanted);
  }

  /** Leaves what was written to another writer, which has it. */
  giveUp(): void {
    this.#end();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#isOver = true;
    holdsUnsaved(this, false);
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
      this.#end();
      return sent;
    });
  }

  /** Throws the draft away, but not what another place has made of it. @throws DraftOvertaken */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#next(async () => {
      if (this.#begun !== undefined) await this.#unlessOvertaken(({ id, version }) => api.deleteDraft(id, { version }));
      this.#end();
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
    if (this.#wanted === undefined || this.#wanted === text) holdsUnsaved(this, false);
  }

  #bodyOf({ to, cc, bcc, subject, text, html }: DraftText): Body<'saveDraft'> {
    const addressed = { to: addressesOf(to), cc: addressesOf(cc), bcc: addressesOf(bcc) };
    const inReplyTo = this.inReplyTo === undefined ? {} : { inReplyTo: this.inReplyTo };
    return { ...addressed, subject, text, ...(html !== null && { html }), ...inReplyTo };
  }
}

const isOf = (error: unknown, type: string) => error instanceof MailroomError && error.type === type;
