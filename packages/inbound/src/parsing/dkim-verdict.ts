/** What mailauth says of one signature, as far as it is weighed here. */
export type DkimSignature = {
  readonly signingDomain?: string;
  readonly status?: { readonly result?: string; readonly underSized?: number };
  readonly bodyHash?: string;
  readonly bodyHashExpecting?: string;
  /** The names of the fields that it covers, once for each occurrence, as `From: Subject`. */
  readonly signingHeaders?: { readonly keys?: string };
};

export type DkimVerdict = { readonly result: string; readonly domains: readonly string[] };

/** From what counts most to what counts least. */
const ORDER = ['pass', 'fail', 'temperror', 'permerror', 'neutral'];

/** RFC 5322 §3.6: these may appear once, and readers differ in which of several they show. */
const ONCE = new Set([
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]);

/** @param fieldNames of the message's header, in lower case, as often as they appear */
export function dkimVerdict(signatures: readonly DkimSignature[], fieldNames: readonly string[]): DkimVerdict {
  const present = counts(fieldNames);
  const results = signatures.map((signature) => resultOf(signature, present));
  const domains = signatures.flatMap(({ signingDomain }, i) =>
    results[i] === 'pass' && signingDomain !== undefined ? [signingDomain.toLowerCase()] : [],
  );
  return { result: ORDER.find((result) => results.includes(result)) ?? 'none', domains: [...new Set(domains)] };
}

function resultOf(signature: DkimSignature, present: ReadonlyMap<string, number>): string {
  const result = signature.status?.result ?? 'none';
  if (result === 'none' || result === 'temperror') return result;
  // mailauth calls a changed body neutral; RFC 6376 §6.1.3 has it a failure.
  if (signature.bodyHash !== signature.bodyHashExpecting) return 'fail';
  if (result === 'pass') return isWhole(signature, present) ? 'pass' : 'neutral';
  return ORDER.includes(result) ? result : 'neutral';
}

/**
 * Whether a valid signature vouches for what a reader sees: the From field (RFC 6376 §5.4), all of the body (§8.2),
 * and of the fields that it covers every occurrence: else one can be put in front of the signed one (§8.15).
 */
function isWhole(signature: DkimSignature, present: ReadonlyMap<string, number>): boolean {
  const covered = counts((signature.signingHeaders?.keys ?? '').toLowerCase().split(/[:\s]+/));
  if (!covered.has('from') || (signature.status?.underSized ?? 0) > 0) return false;
  return [...covered].every(([name, count]) => !ONCE.has(name) || count === present.get(name));
}

function counts(names: readonly string[]): Map<string, number> {
  const byName = new Map<string, number>();
  for (const name of names) byName.set(name, (byName.get(name) ?? 0) + 1);
  return byName;
}
