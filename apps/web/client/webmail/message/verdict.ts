import type { IconName } from '../../kit/icons.js';
import type { Email } from '../api.js';

type Verdict = { readonly text: string; readonly tone: string; readonly icon: IconName };

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** Whether the sender is who it says, in a sentence. */
export function verdictOf({ trust, from }: Email): Verdict {
  const domain = domainOf(from.email);
  if (trust?.verdict === 'trusted') return { text: `Really from ${domain}`, tone: 't-ok', icon: 'shield' };
  if (trust?.verdict !== 'suspicious')
    return { text: `Nobody vouches that this is from ${domain}`, tone: 'faint', icon: 'info' };
  const isForged = trust.dmarc === 'fail';
  return {
    text: isForged ? `Not from ${domain}, which it claims` : 'Something here is not right',
    tone: 't-warn',
    icon: 'shield-alert',
  };
}

const words: Readonly<Record<string, string>> = {
  none: 'was not used',
  pass: 'passed',
  fail: 'failed',
  softfail: 'failed softly',
  neutral: 'says nothing',
  temperror: 'could not be checked now',
  permerror: 'is set up wrongly',
};

/** Of a signature that this server checked; one inside encrypted mail is checked by the page itself. */
const signatures: Readonly<Record<string, string>> = {
  valid: 'The text is signed with a key that is known of this sender.',
  invalid: 'It is signed, but the signature is not good, or covers a part only.',
  unknown_key: 'It is signed with a key that nobody here knows.',
};

/** Why the verdict is what it is, most telling first. */
export function reasonsOf({ trust }: Email): string[] {
  if (!trust) return ['The message was not checked.'];
  const checks = (['dmarc', 'dkim', 'spf'] as const).map(
    (check) => `${check.toUpperCase()} ${words[trust[check]] ?? trust[check]}.`,
  );
  const signature = signatures[trust.pgp.status];
  return [...trust.signals.map(({ detail }) => detail), ...(signature === undefined ? [] : [signature]), ...checks];
}
