import type { RateLimit } from '@mailroom/identity';
import type { AllowPrivate } from '@mailroom/webhooks';
import type { MailUpkeepConfig } from './upkeep/mail-upkeep.js';
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
  /** How much each token may ask; null or absent admits everything. */
  readonly rateLimit?: RateLimit | null;
};

const TURNSTILE_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';

/** Reads the variables that only this API has; `complain` gets one line for each that is bad. */
export function loadMailboxApiConfig(
  env: Readonly<Record<string, string | undefined>>,
  complain: (problem: string) => void,
  defaults = { requestsPerSecond: 50 },
): Pick<MailboxApiConfig, 'mailHostname' | 'showStacks' | 'turnstile' | 'rateLimit'> & MailUpkeepConfig {
  const { TURNSTILE_SECRET: secret, TURNSTILE_URL: url = TURNSTILE_URL } = env;
  if (!URL.canParse(url)) complain(`TURNSTILE_URL must be a URL, not "${url}".`);
  const rateLimit = readRateLimit(env, complain, defaults.requestsPerSecond);
  const retentionDays = readRetentionDays(env.EMAIL_RETENTION_DAYS, complain);
  return {
    mailHostname: env.MAILROOM_HOSTNAME || 'localhost',
    showStacks: env.NODE_ENV === 'development',
    turnstile: secret ? { secret, url } : null,
    retentionDays,
    rateLimit,
  };
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

const MAX_RATE = 1_000_000;

/** RATE_LIMIT_RPS and RATE_LIMIT_BURST, by default twice of it; either as 0 turns the limit off. */
function readRateLimit(
  env: Readonly<Record<string, string | undefined>>,
  complain: (problem: string) => void,
  defaultRate: number,
): RateLimit | null {
  const read = (name: string, otherwise: number): number => {
    const text = env[name];
    if (!text) return otherwise;
    const value = /^\d{1,7}$/.test(text) ? Number(text) : MAX_RATE + 1;
    if (value > MAX_RATE) complain(`${name} must be a number from 0 to ${MAX_RATE}, not "${text}".`);
    return value;
  };
  const requestsPerSecond = read('RATE_LIMIT_RPS', defaultRate);
  const burst = read('RATE_LIMIT_BURST', 2 * requestsPerSecond);
  return requestsPerSecond === 0 || burst === 0 ? null : { requestsPerSecond, burst };
}
