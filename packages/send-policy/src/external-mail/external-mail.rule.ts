import type { AccountLock } from '@mailroom/billing';
import { DomainError } from '@mailroom/errors';
import type { IntendedSend, SendRule } from '../send-rule.js';
import {
  externalCosts,
  externalObjection,
  isCharged,
  spendingFacts,
  type ExternalObjection,
} from './external-mail.repository.js';
import type { SendLimits } from './send-limits.js';

const UPGRADE = 'upgrade with POST /v1/billing/upgrade-intent';

/**
 * Mail to the outside must be earned by tenants that pay for themselves: by credits, of which each recipient costs one,
 * or by a policy that enables it; and it is limited until an upgrade is paid. Mail inside costs nothing and counts
 * nowhere. An account is `locked` for mail that is to be accepted; whoever only asks has `seen` it.
 */
export const externalMail = (limits: SendLimits, lock: AccountLock = 'locked'): SendRule<ExternalObjection> => ({
  name: 'external-mail',

  facts: (send) => spendingFacts(lock, send),

  objection: (send) => externalObjection(limits, send),

  refusal: (found, send) => (found.because === 'quota' ? overQuota(found, limits) : notEnabled(found, send)),

  charges: () => isCharged,

  costs: externalCosts,
});

function notEnabled(
  { policy, available }: Extract<ExternalObjection, { because: 'not_enabled' }>,
  { recipients }: IntendedSend,
): DomainError {
  const external = new Set(recipients.flatMap(({ reach, address }) => (reach === 'external' ? [address] : [])));
  const why =
    available > 0
      ? `this mail needs a credit for each of ${external.size} external recipients, and ${available} are left`
      : 'the tenant has no credits';
  return new DomainError('external_send_not_enabled', `External mail is not enabled (${policy}), and ${why}.`, {
    fix: `Add credits with POST /v1/billing/topup or ${UPGRADE}; GET /v1/billing/account shows what is there. Mail to mailboxes of this service is free.`,
  });
}

function overQuota(
  { seconds }: Extract<ExternalObjection, { because: 'quota' }>,
  { externalPerHour, externalPerDay }: SendLimits,
): DomainError {
  const limits = `${externalPerHour} an hour and ${externalPerDay} in 24 hours`;
  const detail = `External recipients are limited to ${limits} until an upgrade is paid.`;
  if (seconds === null) {
    return new DomainError('quota_exceeded', `${detail} This mail alone has more.`, {
      fix: `Write to fewer external recipients at once, or ${UPGRADE}.`,
    });
  }
  return new DomainError('quota_exceeded', detail, {
    retryAfterSeconds: seconds,
    fix: `Wait as many seconds as retry-after says, or ${UPGRADE}. Mail to mailboxes of this service is not counted.`,
  });
}
