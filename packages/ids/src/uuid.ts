import { createHash } from 'node:crypto';
import { randomText } from './random-text.js';

/** A UUID version 7 (RFC 9562 §5.7): ordered by its millisecond, so that new rows land at the end of an index. */
export function uuidv7(now: number = Date.now()): string {
  const random = randomText(10, 'hex');
  const time = now.toString(16).padStart(12, '0');
  const variant = '89ab'.charAt(Number.parseInt(random.charAt(3), 16) & 3);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

/** The smallest version 7 UUID of that millisecond; all earlier ones sort below it. */
export function uuidv7Floor(milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** A UUID version 8 (RFC 9562 §5.8) that is the same for the same name: the beginning of its SHA-256. */
export function uuidOfName(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hash.charAt(16), 16) & 3);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
