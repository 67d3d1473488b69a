import { timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { TrustedReads } from '@mailroom/concurrency';
import { DomainError } from '@mailroom/errors';
import { hashToken, isTokenText } from '@mailroom/identity';

export const OPERATOR_PREFIX = 'mro_';

/** The token itself, or the file that holds it; null if there is none. */
export type OperatorTokenSource = { readonly text: string } | { readonly file: string } | null;

export function isOperatorToken(text: string): boolean {
  return text.startsWith(OPERATOR_PREFIX) && isTokenText(text);
}

/** A new token in the file is in force within a second, and the one before it is not. */
const TRUSTED_MS = 900;

/** The one token of the installation's operator. */
export class OperatorToken {
  readonly #read = new TrustedReads<string, Buffer | null>({ trustedMs: TRUSTED_MS, maxEntries: 1 });

  constructor(private readonly source: OperatorTokenSource) {}

  /** Whether this is the token; how long the answer takes does not depend on how much of it is right. */
  async is(text: string): Promise<boolean> {
    const hash = await this.#hash();
    return hash !== null && timingSafeEqual(hash, hashToken(text));
  }

  /** The hash of the token in force, or null if there is none. */
  async #hash(): Promise<Buffer | null> {
    if (this.source === null) return null;
    if ('text' in this.source) return hashToken(this.source.text);
    const { file } = this.source;
    return this.#read.get(file, () => hashIn(file));
  }
}

async function hashIn(file: string): Promise<Buffer | null> {
  const text = (await readFile(file, 'utf8').catch(ifMissing)).trim();
  return isOperatorToken(text) ? hashToken(text) : null;
}

function ifMissing(cause: NodeJS.ErrnoException): string {
  if (cause.code === 'ENOENT') return '';
  throw new DomainError('unavailable', "The operator's token cannot be read at the moment.", { cause });
}
