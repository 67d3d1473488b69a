import type { AllowPrivate } from '@mailroom/webhooks';
import type { MailUpkeepConfig } from './upkeep/mail-upkeep.js';
import type { TurnstileConfig } from './mailboxes/turnstile.check.js';

export type MailboxApiConfig = {
  /** The one address under which clients reach the system; no slash at its end. */
  readonly baseUrl: string;
  readonly allowPrivateWebhooks: AllowPrivate;
  /** Errors carry a stack: development only. */
  readonly showStacks: boolean;
  /** The challenge in front of creating mailboxes; null for none. */
  readonly turnstile: TurnstileConfig | null;
};

const TURNSTILE_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';

/** Reads the variables that only this API has; `complain` gets one line for each that is bad. */
export function loadMailboxApiConfig(
  env: Readonly<Record<string, string | undefined>>,
  complain: (problem: string) => void,
): Pick<MailboxApiConfig, 'showStacks' | 'turnstile'> & MailUpkeepConfig {
  const { TURNSTILE_SECRET: secret, TURNSTILE_URL: url = TURNSTILE_URL } = env;
  if (!URL.canParse(url)) complain(`TURNSTILE_URL must be a URL, not "${url}".`);
  const retentionDays = readRetentionDays(env.EMAIL_RETENTION_DAYS, complain);
  return { showStacks: env.NODE_ENV === 'development', turnstile: secret ? { secret, url } : null, retentionDays };
}

/** A hundred years; more is a slip, and "for ever" is to set nothing. */
const MAX_RETENTION_DAYS = 36_500;

function readRetentionDays(text: string | undefined, complain: (problem: string) => void): number | null {
  if (!text) return null;
  const days = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= MAX_RETENTION_DAYS) return days;
  complain(`EMAIL_RETENTION_DAYS must be a number of days from 1 to ${MAX_RETENTION_DAYS}, not "${text}".`);
  return null;
}
