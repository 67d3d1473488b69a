import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BlobMissingError, BlobStore } from '@mailroom/blobs';
import { GatheredReads } from '@mailroom/concurrency';
import { Database, anyUnseen, statement, type Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import type { EmailOrigin } from '../email/email.js';

/** What the key is for that messages are encrypted with until they are sealed. */
const WINDOW = 'unsealed mail';

/** The most messages that one statement reads: of those in Postgres, this many are at most 512 KiB. */
const MAX_GROUP = 64;

/** Raw messages up to this size are kept in Postgres, larger ones in the blob store. */
export const INLINE_BYTES = 8 * 1024;

export type RawMessage = {
  readonly content: Buffer;
  readonly envelopeSender: string | null;
  readonly clientAddress: string;
  readonly helo: string;
  /** Whether it is to be sealed; where it lies, it is encrypted with the installation's key until then. */
  readonly awaitsSeal: boolean;
};

/** A message as it is stored: its content, or where that lies in the blob store. */
export type StoredMessage = Pick<StoredContent, 'content' | 'blob'>;

type RawRow = Omit<RawMessage, 'content'> & { id: string; content: Buffer | null; blob: string | null; size: number };

const findRaw = statement(
  'raw-find',
  `select id, content, blob, size, awaits_seal as "awaitsSeal", envelope_sender as "envelopeSender", client_address as "clientAddress", helo
   from raw_message where id = ${anyUnseen('$1::uuid[]')}`,
);

const findStored = statement(
  'raw-find-stored',
  `select id, content, blob, size from raw_message where id = ${anyUnseen('$1::uuid[]')}`,
);

const findSizes = statement('raw-sizes', `select id, size from raw_message where id = ${anyUnseen('$1::uuid[]')}`);

const findOrigin = statement(
  'raw-origin',
  `select r.envelope_sender as "envelopeSender", coalesce(c.machine_sent, false) as "machineSent"
   from raw_message r left join message_content c on c.raw_id = r.id where r.id = $1`,
);

/** It falls due when nobody writes to the segment any more, and what was written has been recorded or never will be. */
const announce = statement(
  'raw-announce',
  `insert into blob_deletion (blob, due_at) values ($1, now() + interval '4 hours') on conflict do nothing`,
);

function identityOf(rawId: string): string {
  return `raw_message/content/${rawId}`;
}

@Injectable()
export class RawMessageRepository {
  /** Messages that are asked for at once, as by parsers that catch up with a flood, are read together. */
  readonly #rows = new GatheredReads<string, RawRow | undefined>((ids) => this.#readRows(ids), { maxGroup: MAX_GROUP });

  constructor(
    private readonly database: Database,
    private readonly blobs: BlobStore,
  ) {}

  /** Returns the message as it arrived, with its envelope; null if no message has that id. */
  async read(rawId: string): Promise<RawMessage | null> {
    return this.#found(rawId, async ({ id: _id, content, blob, size: _size, ...envelope }) => {
      const stored = await this.load({ content, blob });
      return { ...envelope, content: envelope.awaitsSeal ? this.#unlocked(rawId, stored) : stored };
    });
  }

  async #readRows(rawIds: readonly string[]): Promise<(RawRow | undefined)[]> {
    const rows = await this.database.query<RawRow>(findRaw, [rawIds]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return rawIds.map((rawId) => found.get(rawId));
  }

  /** Where a blob is gone, whoever deleted its message, or put it into another place, may have changed the row meanwhile. */
  async #found<Result>(rawId: string, read: (row: RawRow) => Promise<Result>): Promise<Result | null> {
    let lost: { readonly blob: string | null; readonly error: unknown } | undefined;
    for (;;) {
      const row = await this.#rows.get(rawId);
      if (!row) return null;
      if (lost?.blob === row.blob) throw lost.error;
      try {
        return await read(row);
      } catch (error) {
        if (!(error instanceof BlobMissingError)) throw error;
        lost = { blob: row.blob, error };
      }
    }
  }

  /**
   * Encrypts a message that awaits its seal with the installation's key, for itself alone.
   * @throws unavailable without a key: it must not be kept as it is
   */
  locked(rawId: string, content: Buffer): Buffer {
    try {
      return this.database.secrets.sealBytes(content, WINDOW, identityOf(rawId));
    } catch (cause) {
      throw new DomainError('unavailable', 'The message could not be stored; try again later.', { cause });
    }
  }

  #unlocked(rawId: string, stored: Buffer): Buffer {
    return this.database.secrets.openBytes(stored, WINDOW, identityOf(rawId));
  }

  /** Returns those of these messages that exist, by their ids; content in the blob store is not read. */
  async find(rawIds: readonly string[]): Promise<Map<string, StoredContent>> {
    const rows = await this.database.query<StoredContent & { id: string }>(findStored, [rawIds]);
    return new Map(rows.map(({ id, ...stored }) => [id, stored]));
  }

  async load({ content, blob }: StoredMessage): Promise<Buffer> {
    return content ?? (blob === null ? Buffer.alloc(0) : this.blobs.get(blob));
  }

  /** How many bytes each of these messages has, by their ids. */
  async sizes(rawIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database.query<{ id: string; size: number }>(findSizes, [rawIds]);
    return new Map(rows.map(({ id, size }) => [id, size]));
  }

  /** The first bytes of a message, at most so many; none of a message that is gone. */
  async head(rawId: string, maxBytes: number): Promise<Buffer> {
    const found = await this.stream(rawId);
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of found?.content ?? []) {
      pieces.push(piece as Buffer);
      length += (piece as Buffer).length;
      if (length >= maxBytes) break;
    }
    return Buffer.concat(pieces).subarray(0, maxBytes);
  }

  /** Returns who sent a message, by its envelope and by its header. */
  async findOrigin(rawId: string): Promise<EmailOrigin> {
    const [origin] = await this.database.query<EmailOrigin>(findOrigin, [rawId]);
    return origin ?? { envelopeSender: '', machineSent: false };
  }

  /** Returns the message as it arrived, piece by piece; null if no message has that id. */
  async stream(rawId: string): Promise<{ size: number; content: Readable } | null> {
    return this.#found(rawId, async ({ content, blob, size, awaitsSeal }) => {
      // One that was never sealed, since nobody had a key any more, is not for reading.
      if (awaitsSeal) return null;
      const inline = () => Readable.from([content ?? Buffer.alloc(0)]);
      return { size, content: blob === null ? inline() : await this.blobs.stream(blob) };
    });
  }

  /**
   * Stores a message that is about to be recorded: the blob store is written before the transaction begins. Whatever
   * becomes of the caller, its blob goes with its segment where no row holds one by then (ADR 0016).
   * @throws unavailable where it is not taken, as on a full disk
   */
  async store(content: Buffer): Promise<StoredContent> {
    if (content.length <= INLINE_BYTES) return { content, blob: null, size: content.length };
    return { content: null, blob: await this.#putBlob(content), size: content.length };
  }

  async insert(tx: Tx, id: string, stored: StoredContent, envelopeSender: string | null): Promise<void> {
    const content = stored.content && new Uint8Array(stored.content);
    await tx.rawMessage.create({ data: { id, ...stored, content, envelopeSender } });
  }

  async #putBlob(content: Buffer): Promise<string> {
    try {
      const [locator] = await this.blobs.putAll([content], async (segment) => {
        await this.database.query(announce, [segment]);
      });
      if (locator !== undefined) return locator;
      throw new Error('The blob store gave no locator.');
    } catch (cause) {
      throw new DomainError('unavailable', 'The message could not be stored; try again later.', { cause });
    }
  }
}

export type StoredContent = { readonly content: Buffer | null; readonly blob: string | null; readonly size: number };
