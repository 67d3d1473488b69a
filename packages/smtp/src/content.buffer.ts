import { inSlices, SLICE_BYTES } from '@mailroom/concurrency';

/**
 * Pieces of this size or more are kept as they are; smaller ones are copied, or one-byte packets would cost 100 times
 * their size.
 */
const KEEP_OCTETS = 4096;
const MAX_BLOCK_OCTETS = 65536;

/** A trace header of ours is shorter. */
const ROOM_OCTETS = 4096;
/** A content of this size is worth the room: a smaller one is copied once more sooner than room is made for it. */
const ROOM_FROM_OCTETS = 4 * ROOM_OCTETS;

/** Contents with room before them that nobody has used yet. */
const withRoom = new WeakSet<Buffer>();

/** Puts a trace header before a content, which is not copied for that where it is large; it can't be used afterwards. */
export function withPrefix(prefix: Buffer, content: Buffer): Buffer {
  if (prefix.length > ROOM_OCTETS || !withRoom.delete(content)) return Buffer.concat([prefix, content]);
  const start = content.byteOffset - prefix.length;
  const whole = Buffer.from(content.buffer, start, prefix.length + content.length);
  prefix.copy(whole);
  return whole;
}

/** Collects the octets of one message; its memory stays within about twice its size, however the message is split. */
export class ContentBuffer {
  #pieces: Buffer[] = [];
  #block: Buffer | null = null;
  #blockUsed = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  append(piece: Buffer): void {
    // The first piece of a small message is usually the whole of it.
    if (piece.length >= KEEP_OCTETS || this.#size === 0) this.#keep(piece);
    else this.#copy(piece);
    this.#size += piece.length;
  }

  /** Returns everything collected, copied if its container is over twice its size. */
  toBuffer(): Buffer {
    this.#sealBlock();
    const [first] = this.#pieces;
    const only = this.#pieces.length === 1 ? first : undefined;
    if (only !== undefined && only.buffer.byteLength <= 2 * only.length) return only;
    if (this.#size < ROOM_FROM_OCTETS) return Buffer.concat(this.#pieces, this.#size);
    const content = Buffer.allocUnsafeSlow(ROOM_OCTETS + this.#size).subarray(ROOM_OCTETS);
    let used = 0;
    for (const piece of this.#pieces) used += piece.copy(content, used);
    withRoom.add(content);
    return content;
  }

  /**
   * The same, but what is large is copied in turns with everything else that there is to do, into memory that threads can
   * share.
   */
  async joined(): Promise<Buffer> {
    if (this.#size <= SLICE_BYTES) return this.toBuffer();
    this.#sealBlock();
    const [pieces, size] = [this.#pieces, this.#size];
    const content = Buffer.from(new SharedArrayBuffer(ROOM_OCTETS + size), ROOM_OCTETS);
    let [next, used] = [0, 0];
    await inSlices(size, (_start, end) => {
      for (; used < end; next += 1) used += pieces[next]?.copy(content, used) ?? size;
    });
    withRoom.add(content);
    return content;
  }

  clear(): void {
    this.#pieces = [];
    this.#block = null;
    this.#blockUsed = 0;
    this.#size = 0;
  }

  #keep(piece: Buffer): void {
    this.#sealBlock();
    this.#pieces.push(piece);
  }

  #copy(piece: Buffer): void {
    let copied = 0;
    while (copied < piece.length) {
      if (this.#block === null || this.#blockUsed === this.#block.length) {
        this.#sealBlock();
        this.#block = Buffer.allocUnsafeSlow(Math.min(MAX_BLOCK_OCTETS, Math.max(KEEP_OCTETS, this.#size)));
      }
      const written = piece.copy(this.#block, this.#blockUsed, copied);
      copied += written;
      this.#blockUsed += written;
    }
  }

  /** The rest of the block stays in use, so that alternating small and large pieces waste nothing. */
  #sealBlock(): void {
    if (this.#block === null || this.#blockUsed === 0) return;
    this.#pieces.push(this.#block.subarray(0, this.#blockUsed));
    const left = this.#block.subarray(this.#blockUsed);
    this.#block = left.length > 0 ? left : null;
    this.#blockUsed = 0;
  }
}
