import { createHmac, randomBytes } from 'node:crypto';
import { invalidField } from '@mailroom/errors';

const PREFIX = 'whsec_';

/** A new signing secret: 32 random bytes. */
export function createSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** Standard Webhooks: 24 to 64 bytes, in base64. @throws invalid_request */
export function requireSecret(secret: string): void {
  const text = secret.slice(PREFIX.length);
  const bytes = Buffer.from(text, 'base64');
  const isWhole = bytes.toString('base64') === text && bytes.length >= 24 && bytes.length <= 64;
  if (secret.startsWith(PREFIX) && isWhole) return;
  throw invalidField('secret', 'must be whsec_ and 24 to 64 random bytes in base64');
}

/**
 * The headers of Standard Webhooks: the body is signed together with its id and the time of this attempt, once with
 * each secret in force.
 */
export function signedHeaders(secrets: readonly string[], id: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
