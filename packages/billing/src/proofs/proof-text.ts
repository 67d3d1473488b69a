import { timingSafeEqual } from 'node:crypto';
import type { Database } from '@mailroom/database';

/** A call that a proof pays for; the path is without its query. */
export type PaidCall = { readonly tenantId: string; readonly method: string; readonly path: string };

/** What a proof says of itself. */
export type ProofText = { readonly issued: number; readonly nonce: string; readonly code: Buffer };

/** Why a proof pays for nothing. */
export type ProofFault =
  'proof_malformed' | 'proof_invalid' | 'proof_for_another_call' | 'proof_expired' | 'proof_used';

/** A proof that pays for nothing; whoever asked for it says what the call costs. */
export class ProofRefused extends Error {
  override readonly name = 'ProofRefused';
  constructor(readonly fault: ProofFault) {
    super(fault);
  }
}

const form = /^t=(\d{1,12}),n=([0-9a-f]{32}),v1=([0-9a-f]{64})$/;
const PURPOSE = 'payment proof';

type Stamp = { readonly issued: number; readonly nonce: string };
type Secrets = Database['secrets'];

/** `t=<unix>,n=<nonce>,v1=<hex HMAC-SHA256>`, for who holds the key. */
export function proofText(secrets: Secrets, call: PaidCall, stamp: Stamp): string {
  const [code] = secrets.codesOf(signedText(call, stamp), PURPOSE);
  if (!code) throw new Error('Payment proofs need MAILROOM_SECRET_KEY.');
  return `t=${stamp.issued},n=${stamp.nonce},v1=${code.toString('hex')}`;
}

/** @throws ProofRefused if it has another form */
export function parseProofText(text: string): ProofText {
  const [, issued, nonce, code] = form.exec(text) ?? [];
  if (issued === undefined || nonce === undefined || code === undefined) throw new ProofRefused('proof_malformed');
  return { issued: Number(issued), nonce, code: Buffer.from(code, 'hex') };
}

/** Whether one of the keys made this proof for the call; each comparison takes the same time. */
export function isProofOf(secrets: Secrets, call: PaidCall, { code, ...stamp }: ProofText): boolean {
  return secrets.codesOf(signedText(call, stamp), PURPOSE).some((known) => timingSafeEqual(known, code));
}

/** None of the parts contains a line break. */
function signedText({ method, path, tenantId }: PaidCall, { nonce, issued }: Stamp): string {
  return [method, path, tenantId, nonce, issued].join('\n');
}
