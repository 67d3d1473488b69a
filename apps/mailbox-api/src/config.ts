import type { AllowPrivate } from '@mailroom/webhooks';
import type { TurnstileConfig } from './mailboxes/turnstile.check.js';

export type MailboxApiConfig = {
  /** The one address under which clients reach the system; no slash at its end. */
  readonly baseUrl: string;
  /** The host that mail for our domains comes to. */
  readonly mailHostname: string;
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
): Pick<MailboxApiConfig, 'mailHostname' | 'showStacks' | 'turnstile'> {
  const { TURNSTILE_SECRET: secret, TURNSTILE_URL: url = TURNSTILE_URL } = env;
  if (!URL.canParse(url)) complain(`TURNSTILE_URL must be a URL, not "${url}".`);
  return {
    mailHostname: env.MAILROOM_HOSTNAME || 'localhost',
    showStacks: env.NODE_ENV === 'development',
    turnstile: secret ? { secret, url } : null,
  };
}
