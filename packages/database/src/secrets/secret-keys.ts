import { SECRET_KEY_BYTES } from './secret-box.js';

const KEY = /^[A-Za-z0-9+/]{43}=$/;

/** Reads keys of 32 bytes in base64, separated by commas; null where one is none. The first one seals. */
export function parseSecretKeys(text: string): Buffer[] | null {
  const parts = text.split(',').map((part) => part.trim());
  if (!parts.every((part) => KEY.test(part))) return null;
  const keys = parts.map((part) => Buffer.from(part, 'base64'));
  return keys.every((key) => key.length === SECRET_KEY_BYTES) ? keys : null;
}
