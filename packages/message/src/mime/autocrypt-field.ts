import { canonicalText } from '../address/canonical-text.js';
import type { HeaderBlock } from './header-block.js';
import { onlySender } from './only-sender.js';
import type { ParsedMessage } from './parsed-message.js';

/** The key that a mail brings of its sender (Autocrypt 1.1 §2.1). */
export type AutocryptField = {
  /** It is that of the sender, in its canonical form. */
  readonly address: string;
  /** Whether the sender wants mail encrypted wherever both sides want that. */
  readonly preferEncrypt: 'mutual' | 'nopreference';
  /** What the field says is a key; nobody has read it yet. */
  readonly key: Uint8Array;
};

/** Autocrypt 1.1 §2.1.1: whoever reads a larger field ignores it. */
const MAX_CHARACTERS = 10 * 1024;
const MAX_ATTRIBUTES = 20;
const KNOWN = new Set(['addr', 'prefer-encrypt', 'keydata']);
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The key of the sender of a mail that one person wrote; null where the mail brings none, or two, or one of another address, or
 * was sent by a list or a machine, which repeats the fields of others.
 */
export function autocryptField(header: HeaderBlock, message: ParsedMessage): AutocryptField | null {
  const fields = header.all('autocrypt');
  if (fields.length === 0 || message.machineSent || message.report !== null || message.automatic !== null) return null;
  const sender = canonicalText(onlySender(header, message) ?? '');
  if (sender === null) return null;
  const own = fields.map(readField).filter((field) => field?.address === sender);
  return own.length === 1 ? (own[0] ?? null) : null;
}

function readField(value: string): AutocryptField | null {
  if (value.length > MAX_CHARACTERS) return null;
  const attributes = attributesOf(value);
  const address = canonicalText(attributes?.get('addr') ?? '');
  const data = attributes?.get('keydata')?.replace(/\s+/g, '') ?? '';
  if (address === null || !BASE64.test(data)) return null;
  const preferEncrypt = attributes?.get('prefer-encrypt') === 'mutual' ? 'mutual' : 'nopreference';
  return { address, preferEncrypt, key: Uint8Array.from(Buffer.from(data, 'base64')) };
}

/** Null where one is written twice, or is needed to understand the field and unknown: names with `_` may be passed over. */
function attributesOf(value: string): ReadonlyMap<string, string> | null {
  const parts = value.split(';', MAX_ATTRIBUTES + 1);
  if (parts.length > MAX_ATTRIBUTES) return null;
  const attributes = new Map<string, string>();
  for (const part of parts) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const name = part.slice(0, equals).trim().toLowerCase();
    if (equals === -1 || attributes.has(name)) return null;
    if (!KNOWN.has(name) && !name.startsWith('_')) return null;
    attributes.set(name, part.slice(equals + 1).trim());
  }
  return attributes;
}
