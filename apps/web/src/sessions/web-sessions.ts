import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { WebSessionRepository, WebSurface } from '@mailroom/identity';

const LONGEST_SECONDS = 12 * 3_600;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type WebSession = {
  /** What the API is called with. */
  readonly credential: string;
  readonly expiresAt: Date;
};

/**
 * The sign-ins of people. The cookie holds 32 random bytes; the database holds their hash, and the credential under a key
 * that is made of them. Whoever has the database alone can use none of the credentials, and whoever has a cookie never
 * sees one.
 */
export class WebSessions {
  constructor(private readonly rows: WebSessionRepository) {}

  /** Returns the secret of a new session, which no earlier cookie can have named. */
  async begin(surface: WebSurface, credential: string, seconds = LONGEST_SECONDS) {
    const secret = randomBytes(32).toString('base64url');
    const expiresAt = await this.rows.insert({
      idHash: hashOf(secret),
      surface,
      sealedCredential: seal(secret, credential),
      seconds: Math.min(seconds, LONGEST_SECONDS),
    });
    return { secret, expiresAt };
  }

  async find(surface: WebSurface, secret: string | undefined): Promise<WebSession | null> {
    if (secret === undefined) return null;
    const row = await this.rows.find(hashOf(secret), surface);
    return row && { credential: open(secret, row.sealedCredential), expiresAt: row.expiresAt };
  }

  async end(secret: string): Promise<void> {
    await this.rows.end(hashOf(secret));
  }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update('web session\n').update(secret).digest();
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'mailroom web session', 32));
}

function seal(secret: string, credential: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce);
  return Buffer.concat([nonce, cipher.update(credential, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function open(secret: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return `${decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8')}${decipher.final('utf8')}`;
}
