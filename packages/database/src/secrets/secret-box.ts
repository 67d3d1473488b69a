import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const PREFIX = 'enc:v1:';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 6;
export const SECRET_KEY_BYTES = 32;

/** A secret that can't be opened: its key is not here, or it is not the row's own. */
export class SealedSecretError extends Error {
  override readonly name = 'SealedSecretError';
}

/**
 * Seals what must not be usable by whoever reads the database alone: AES-256-GCM with a nonce for each, bound to the row
 * that it belongs to, so that one row's secret is none in another. The text names its key; the first key seals, and all
 * of them open. Without a key secrets stay as they are.
 */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #current: string | undefined;
  /** The keys are found by their purpose, of which there are few. */
  readonly #derived = new Map<string, readonly Buffer[]>();

  constructor(keys: readonly Buffer[]) {
    this.#keys = new Map(keys.map((key) => [idOf(key), key]));
    [this.#current] = this.#keys.keys();
  }

  /** What a text begins with that the first key sealed; undefined without a key. */
  get currentPrefix(): string | undefined {
    return this.#current && `${PREFIX}${this.#current}:`;
  }

  /** @param identity of the row and what the secret is in it: `webhook/secret/7` */
  seal(text: string, identity: string): string {
    const key = this.#current && this.#keys.get(this.#current);
    if (!key) return text;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(identity));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${PREFIX}${this.#current}:${sealed.toString('base64url')}`;
  }

  /**
   * The HMAC-SHA256 of a text under each of the keys, in their order: whoever makes one takes the first, and whoever checks
   * one takes any, so that keys are changed without a gap. The key of each purpose is derived from ours (RFC 5869), and
   * is good for nothing else. Empty without a key.
   */
  codesOf(text: string, purpose: string): Buffer[] {
    return this.#derivedFor(purpose).map((key) => createHmac('sha256', key).update(text).digest());
  }

  #derivedFor(purpose: string): readonly Buffer[] {
    const derived = this.#derived.get(purpose) ?? [...this.#keys.values()].map((key) => deriveKey(key, purpose));
    this.#derived.set(purpose, derived);
    return derived;
  }

  /**
   * The same for bytes, under a key that is derived from the first one for its purpose.
   * @throws SealedSecretError without a key: who asks for bytes to be sealed must not keep them as they are
   */
  sealBytes(bytes: Uint8Array, purpose: string, identity: string): Buffer {
    if (!this.#current) throw new SealedSecretError(`MAILROOM_SECRET_KEY is missing, so ${identity} can't be sealed.`);
    const nonce = randomBytes(NONCE_BYTES);
    const [key] = this.#derivedFor(purpose);
    const cipher = createCipheriv('aes-256-gcm', key ?? '', nonce).setAAD(Buffer.from(identity));
    const id = Buffer.from(this.#current, 'hex');
    return Buffer.concat([id, nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws SealedSecretError */
  openBytes(sealed: Buffer, purpose: string, identity: string): Buffer {
    const id = sealed.toString('hex', 0, ID_BYTES);
    const key = this.#derivedFor(purpose)[[...this.#keys.keys()].indexOf(id)];
    if (!key) throw new SealedSecretError(`MAILROOM_SECRET_KEY lacks the key ${id}, which sealed ${identity}.`);
    const content = ID_BYTES + NONCE_BYTES;
    try {
      const nonce = sealed.subarray(ID_BYTES, content);
      const opened = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(identity))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([opened.update(sealed.subarray(content, -TAG_BYTES)), opened.final()]);
    } catch (cause) {
      throw new SealedSecretError(`What ${identity} holds was changed, or belongs to another row.`, { cause });
    }
  }

  /** What is not sealed comes out as it is: it is from before there was a key. @throws SealedSecretError */
  open(stored: string, identity: string): string {
    if (!stored.startsWith(PREFIX)) return stored;
    const [id = '', content = ''] = stored.slice(PREFIX.length).split(':');
    const key = this.#keys.get(id);
    if (!key) throw new SealedSecretError(`MAILROOM_SECRET_KEY lacks the key ${id}, which sealed ${identity}.`);
    const bytes = Buffer.from(content, 'base64url');
    try {
      const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(identity))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return `${opened.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8')}${opened.final('utf8')}`;
    } catch (cause) {
      throw new SealedSecretError(`The secret ${identity} was changed, or belongs to another row.`, { cause });
    }
  }
}

function deriveKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `mailroom ${purpose}`, SECRET_KEY_BYTES));
}

/** Says which key it is, and nothing about it. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('mailroom secret key\n').update(key).digest('hex').slice(0, 12);
}
