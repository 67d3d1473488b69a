import type { Resolver } from 'node:dns/promises';
import type { DNSResolver } from 'mailauth';

/** SPF records and DKIM keys are far shorter; a longer record only makes work for its readers. */
const MAX_TXT_CHARACTERS = 4_096;
/** mailauth expands macros first, and then matches the result with a pattern that is quadratic in its length. */
const MAX_MACROS = 32;

/** The DNS questions of one message. */
export type DnsLookup = {
  readonly resolve: DNSResolver;
  /** Whether a question got no answer, which differs from the answer that there is no record. */
  readonly hasFailed: () => boolean;
};

/** Asks nothing once `signal` is aborted. Text records that are designed to be slow to read count as absent. */
export function dnsLookup(resolver: Resolver, signal: AbortSignal): DnsLookup {
  let failed = false;
  const resolve = async (name: string, type: string): Promise<unknown> => {
    try {
      if (signal.aborted) throw Object.assign(new Error('out of time'), { code: 'ETIMEOUT' });
      if (type !== 'TXT') return await resolver.resolve(name, type);
      return (await resolver.resolveTxt(name)).filter(isReasonable);
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
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOTFOUND' || code === 'ENODATA';
}
