/** The part of mailauth's result for one signature that we weigh. */
export type DkimSignature = {
  readonly signingDomain?: string;
  readonly status?: { readonly result?: string; readonly underSized?: number };
  readonly bodyHash?: string;
  readonly bodyHashExpecting?: string;
  /** The names of the fields that the signature covers, once for each occurrence, as `From: Subject`. */
  readonly signingHeaders?: { readonly keys?: string };
};

export type DkimVerdict = { readonly result: string; readonly domains: readonly string[] };

/** The results, from the one that counts most to the one that counts least. */
const ORDER = ['pass', 'fail', 'temperror', 'permerror', 'neutral'];

/** These fields may appear only once (RFC 5322 §3.6); if there are several, readers differ in which one they show. */
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

/** @param fieldNames the names of the fields in the message's header, in lower case, once for each occurrence */
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
  // mailauth calls a changed body neutral; RFC 6376 §6.1.3 calls it a failure.
  if (signature.bodyHash !== signature.bodyHashExpecting) return 'fail';
  if (result === 'pass') return isWhole(signature, present) ? 'pass' : 'neutral';
  return ORDER.includes(result) ? result : 'neutral';
}

/**
 * Whether a valid signature vouches for what a reader sees: it must cover the From field (RFC 6376 §5.4), all of the
 * body (§8.2), and every occurrence of each field that it names, since otherwise one could be put in front of the
 * signed one (§8.15).
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
