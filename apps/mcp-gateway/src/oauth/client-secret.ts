import { createHash, timingSafeEqual } from 'node:crypto';

const PREFIX = 'sha256:';

/** How the secret of a client is kept. It is random and long, so a plain hash hides it. */
export function hashedSecret(secret: string): string {
  return PREFIX + createHash('sha256').update(secret).digest('hex');
}

/** Whether a text is what is kept of a secret, which nobody can use in its place. */
export function isKept(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** Whether a secret is the one that was kept, in constant time. */
export function isSecret(given: string, kept: string): boolean {
  const [a, b] = [Buffer.from(hashedSecret(given)), Buffer.from(kept)];
  return a.length === b.length && timingSafeEqual(a, b);
}
