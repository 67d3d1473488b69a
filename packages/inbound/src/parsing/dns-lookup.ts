import type { Resolver } from 'node:dns/promises';
import type { DNSResolver } from 'mailauth';
import { TrustedReads } from '@mailroom/concurrency';

/** SPF records and DKIM keys are far shorter; a longer record only makes work for its readers. */
const MAX_TXT_CHARACTERS = 4_096;
/** mailauth expands macros first, and then matches the result with a pattern that is quadratic in its length. */
const MAX_MACROS = 32;
/** Node does not tell for how long a record may be kept; hardly any says less than this. */
const TRUSTED_MS = 60_000;
const MAX_ANSWERS = 1_024;
const MAX_KEPT_CHARACTERS = 8_192;

/** The DNS questions of one message. */
export type DnsLookup = {
  readonly resolve: DNSResolver;
  /** Whether a question got no answer, which differs from the answer that there is no record. */
  readonly hasFailed: () => boolean;
};

/** Records, or the error that says that there are none. */
type Answer = { readonly records: unknown } | { readonly absence: unknown };

/**
 * Answers of DNS, each kept for a minute, so that a sender of much mail costs a question now and then. A question that
 * was not answered is asked again. Text records that are designed to be slow to read count as absent.
 */
export class DnsAnswers {
  readonly #answers = new TrustedReads<string, Answer>({
    trustedMs: TRUSTED_MS,
    maxEntries: MAX_ANSWERS,
    remembers: (answer) => 'absence' in answer || JSON.stringify(answer.records).length <= MAX_KEPT_CHARACTERS,
  });

  constructor(private readonly resolver: Resolver) {}

  /** Rejects as the resolver does. */
  async records(name: string, type: string): Promise<unknown> {
    const answer = await this.#answers.get(`${type} ${name.toLowerCase()}`, () => this.#ask(name, type));
    if ('absence' in answer) throw answer.absence;
    return answer.records;
  }

  async #ask(name: string, type: string): Promise<Answer> {
    try {
      if (type !== 'TXT') return { records: await this.resolver.resolve(name, type) };
      return { records: (await this.resolver.resolveTxt(name)).filter(isReasonable) };
    } catch (error) {
      if (isAbsence(error)) return { absence: error };
      throw error;
    }
  }
}

/** Asks nothing once it is late. */
export function dnsLookup(answers: DnsAnswers, late: { readonly hasBegun: boolean }): DnsLookup {
  let failed = false;
  const resolve = async (name: string, type: string): Promise<unknown> => {
    try {
      if (late.hasBegun) throw Object.assign(new Error('out of time'), { code: 'ETIMEOUT' });
      return await answers.records(name, type);
    } catch (error) {
      failed ||= !isAbsence(error);
      throw error;
    }
  };
  // Its type covers only texts, but it asks for addresses and mail exchangers too.
  return { resolve: resolve as DNSResolver, hasFailed: () => failed };
}

function isReasonable(record: readonly string[]): boolean {
  const text = record.join('');
  return text.length <= MAX_TXT_CHARACTERS && text.split('%').length <= MAX_MACROS + 1;
}

function isAbsence(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ENOTFOUND' || code === 'ENODATA';
}
