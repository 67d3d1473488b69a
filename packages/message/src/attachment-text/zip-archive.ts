import { inflateRawSync } from 'node:zlib';
import { UnreadableFileError } from './text-job.js';

type Entry = { readonly method: number; readonly size: number; readonly headerOffset: number };

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 0xffff;
const MAX_ENTRIES = 5_000;
const STORED = 0;
const DEFLATED = 8;

/**
 * The files of a ZIP archive, each unpacked when it is asked for, and no more than `maxBytes` in all: what an archive
 * says about its own sizes is not trusted. Encryption, ZIP64 and multiple parts are not supported.
 */
export class ZipArchive {
  readonly #entries = new Map<string, Entry>();
  #left: number;

  constructor(
    private readonly archive: Buffer,
    maxBytes: number,
  ) {
    this.#left = maxBytes;
    this.#readDirectory();
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** @throws UnreadableFileError */
  read(name: string): Buffer {
    const entry = this.#entries.get(name);
    if (!entry) throw broken();
    const packed = this.#packed(entry);
    if (entry.method === STORED) return this.#spend(packed);
    if (entry.method !== DEFLATED) throw broken();
    if (this.#left <= 0) throw tooLarge();
    return this.#spend(inflate(packed, this.#left));
  }

  #spend(content: Buffer): Buffer {
    this.#left -= content.length;
    if (this.#left < 0) throw tooLarge();
    return content;
  }

  #packed({ headerOffset, size }: Entry): Buffer {
    const { archive } = this;
    if (headerOffset + LOCAL_BYTES > archive.length || archive.readUInt32LE(headerOffset) !== LOCAL_SIGNATURE)
      throw broken();
    const start =
      headerOffset + LOCAL_BYTES + archive.readUInt16LE(headerOffset + 26) + archive.readUInt16LE(headerOffset + 28);
    if (start + size > archive.length) throw broken();
    return archive.subarray(start, start + size);
  }

  #readDirectory(): void {
    const { archive } = this;
    const end = endOfDirectory(archive);
    const count = archive.readUInt16LE(end + 10);
    if (count > MAX_ENTRIES) throw tooLarge();
    let at = archive.readUInt32LE(end + 16);
    for (let i = 0; i < count; i++) {
      if (at + ENTRY_BYTES > archive.length || archive.readUInt32LE(at) !== ENTRY_SIGNATURE) throw broken();
      const nameBytes = archive.readUInt16LE(at + 28);
      const name = archive.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
      const isEncrypted = (archive.readUInt16LE(at + 8) & 1) === 1;
      if (isEncrypted) throw new UnreadableFileError('The file is encrypted: its text needs a password.');
      const method = archive.readUInt16LE(at + 10);
      this.#entries.set(name, {
        method,
        size: archive.readUInt32LE(at + 20),
        headerOffset: archive.readUInt32LE(at + 42),
      });
      at += ENTRY_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    }
  }
}

function endOfDirectory(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_BYTES - MAX_COMMENT);
  for (let at = archive.length - END_BYTES; at >= first; at--) {
    if (archive[at] === 0x50 && archive.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  throw broken();
}

function inflate(packed: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? tooLarge() : broken();
  }
}

function tooLarge(): UnreadableFileError {
  return new UnreadableFileError('The file unpacks to more than can be read.');
}

function broken(): UnreadableFileError {
  return new UnreadableFileError('The file is broken.');
}
