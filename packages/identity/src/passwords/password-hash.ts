import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
/** 24 characters of 55 are 138 bits: nobody guesses one, however fast a guess is checked. */
const LENGTH = 24;
/**
 * N, r and p of scrypt (RFC 7914). A hash takes one millisecond of one core, on a thread of its own: the password is
 * random, so the cost only adds to its bits, and 500 mailboxes can be leased in a second (ADR 0051).
 */
const COST = { N: 512, r: 8, p: 1 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const MAX_MEMORY = 64 * 1024 * 1024;

type Cost = { readonly N: number; readonly r: number; readonly p: number };

const derive = promisify<string, Buffer, number, Cost & { readonly maxmem: number }, Buffer>(scrypt);

/** A new random password, without characters that people confuse. */
export function createPassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The hash with its parameters and its salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, KEY_BYTES, { ...COST, maxmem: MAX_MEMORY });
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether the hash is that of the password; it takes the same time whether it is or not, and where there is no hash. */
export async function isPasswordOf(hash: string | null, password: string): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? nobodys).split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: MAX_MEMORY };
  const expected = Buffer.from(key, 'base64url');
  const found = await derive(password, Buffer.from(salt, 'base64url'), KEY_BYTES, cost);
  return found.length === expected.length && timingSafeEqual(found, expected) && hash !== null;
}

/** Stands in for the hash of a mailbox that has no password. */
const nobodys = ['scrypt', COST.N, COST.r, COST.p, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join('$');
