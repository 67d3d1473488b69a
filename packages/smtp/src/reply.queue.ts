import { formatReply, type SmtpReply } from './smtp-reply.js';

/** The place of a reply that is still to come. */
export type ReplySlot = { text: string | null };

/** Keeps replies in the order of their commands (RFC 2920 §3.2), whichever is known first. */
export class ReplyQueue {
  #ready = '';
  #slots: ReplySlot[] = [];
  #awaited = 0;

  /** The number of octets that could be sent now. */
  get readyLength(): number {
    return this.#ready.length;
  }

  /** The number of replies still to come. */
  get awaited(): number {
    return this.#awaited;
  }

  push(reply: SmtpReply | string): void {
    const text = typeof reply === 'string' ? reply : formatReply(reply);
    if (this.#slots.length === 0) this.#ready += text;
    else this.#slots.push({ text });
  }

  reserve(): ReplySlot {
    const slot: ReplySlot = { text: null };
    this.#slots.push(slot);
    this.#awaited += 1;
    return slot;
  }

  settle(slot: ReplySlot, reply: SmtpReply): void {
    slot.text = formatReply(reply);
    this.#awaited -= 1;
    const open = this.#slots.findIndex(({ text }) => text === null);
    const settled = this.#slots.splice(0, open === -1 ? this.#slots.length : open);
    this.#ready += settled.map(({ text }) => text).join('');
  }

  /** Returns what can be sent now, and forgets it. */
  take(): string {
    const ready = this.#ready;
    this.#ready = '';
    return ready;
  }
}
