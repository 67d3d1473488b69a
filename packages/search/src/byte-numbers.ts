/** Numbers in bytes of seven bits each, the last one below 128 (LEB128). */
export class ByteWriter {
  length = 0;
  #buffer = Buffer.allocUnsafe(1_024);

  /** How many bytes a number takes. */
  static sizeOf(value: number): number {
    let size = 1;
    for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
    return size;
  }

  clear(): void {
    this.length = 0;
  }

  cutTo(length: number): void {
    this.length = length;
  }

  number(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.#buffer[this.length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#buffer[this.length++] = rest;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** What was written so far, until more is. */
  written(): Uint8Array {
    return this.#buffer.subarray(0, this.length);
  }

  toBuffer(): Buffer {
    return Buffer.from(this.written());
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.length + more));
    this.#buffer.copy(larger, 0, 0, this.length);
    this.#buffer = larger;
  }
}

export class ByteReader {
  constructor(
    private readonly bytes: Uint8Array,
    public position = 0,
  ) {}

  number(): number {
    let byte = this.bytes[this.position++] ?? 0;
    let value = byte & 127;
    for (let unit = 128; byte >= 128; unit *= 128) {
      byte = this.bytes[this.position++] ?? 0;
      value += (byte & 127) * unit;
    }
    return value;
  }
}
