/** Things about a mail that a careful reader would want to know. */
export const signalTypes = [
  'authentication_failure',
  'lookalike_sender',
  'sender_name_mismatch',
  'reply_to_mismatch',
  'hidden_text',
  'html_too_complex',
  'invisible_characters',
  'ai_instructions',
  'link_mismatch',
  'executable_attachment',
] as const;

export type TrustSignalType = (typeof signalTypes)[number];

/**
 * One thing that we noticed. `detail` has at most 200 characters in our own words: it repeats only domains and file
 * extensions from the message, since readers also read what is quoted from an attacker.
 */
export type TrustSignal = { readonly type: TrustSignalType; readonly detail: string };

const MAX_DETAIL = 200;
const MAX_DOMAIN = 60;

export function trustSignal(type: TrustSignalType, detail: string): TrustSignal {
  return { type, detail: detail.slice(0, MAX_DETAIL) };
}

/** A domain in a form that shows what it is: in ASCII, and no longer than a line. */
export function shownDomain(domain: string): string {
  const safe = domain.replace(/[^a-z0-9.-]/gi, '?');
  return safe.length <= MAX_DOMAIN ? safe : `…${safe.slice(-MAX_DOMAIN)}`;
}
