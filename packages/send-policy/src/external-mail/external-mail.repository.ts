import { isOfFreeTier, ledgerRows, rememberExternal, senderAccount, type AccountLock } from '@mailroom/billing';
import type { AcceptedTerms, SendTerms } from '../send-rule.js';
import type { SendLimits } from './send-limits.js';

/** What speaks against external mail: nothing pays for it, or it is too much for now (`until`) or for ever (no `until`). */
export type ExternalObjection =
  | { readonly because: 'not_enabled'; readonly policy: string; readonly available: number }
  | { readonly because: 'quota'; readonly seconds: number | null };

/**
 * SQL: the CTEs `account` and `spending`; no rows where no account matters. The clock is read after the lock was waited
 * for, so the instants in an account are in order. `recent` are those of the last 24 hours.
 */
export function spendingFacts(lock: AccountLock, { sender, externalCount }: SendTerms): string {
  return `account as materialized (
     ${senderAccount(lock, sender, `${externalCount} > 0`)}),
   spending as materialized (
     select s.id as tenant_id, ${isOfFreeTier('s')} as limited, s.send_policy = 'external_enabled' as enabled, a.available,
       a.available >= ${externalCount} as covered, a.at, r.recent
     from ${sender} s, (select clock_timestamp() as at, available, recent_external from account) a,
       lateral (select coalesce(array_agg(t order by t), '{}') as recent from unnest(a.recent_external) t
         where t > a.at - interval '24 hours') r)`;
}

/**
 * SQL: an `ExternalObjection`, or null. Mail of n recipients fits into a window of m once the recipient that is m − n + 1
 * from the end has left it; an index outside of the array gives null, which `greatest` leaves out. A metered tenant
 * without an account has nothing to pay with.
 */
export function externalObjection(
  { externalPerHour, externalPerDay }: SendLimits,
  { sender, externalCount }: SendTerms,
): string {
  const leaves = (limit: number) => `recent[cardinality(recent) + ${externalCount} - ${limit}]`;
  return `select case
       when not coalesce(covered or enabled, false) then
         jsonb_build_object('because', 'not_enabled', 'policy', s.send_policy, 'available', coalesce(available, 0))
       when limited and ${externalCount} > ${Math.min(externalPerHour, externalPerDay)} then
         jsonb_build_object('because', 'quota', 'seconds', null)
       when limited and until > at then
         jsonb_build_object('because', 'quota', 'seconds', ceil(extract(epoch from until - at))::int)
       end
     from ${sender} s left join (
       select *, greatest(${leaves(externalPerHour)} + interval '1 hour', ${leaves(externalPerDay)} + interval '24 hours')
         as until from spending) p on true
     where s.metered and ${externalCount} > 0`;
}

/** SQL: whether each external recipient costs a credit. Where external mail is enabled, what exceeds the credits is free. */
export const isCharged = 'coalesce((select covered from spending), false)';

/** SQL: a credit is reserved for each recipient that costs one, and recipients that count against the limits are counted. */
export function externalCosts({ tenantId, externalCount }: SendTerms, { accepted, recipients }: AcceptedTerms): string {
  const reserved = ledgerRows(
    'recipient',
    {
      tenantId,
      from: `'available'`,
      to: `'reserved'`,
      amount: '1',
      causeId: `job_id || '/' || position`,
    },
    `from ${recipients} where credit = 'reserved'`,
  );
  const recent = `select recent || array_fill(at, array[${externalCount}]) from spending`;
  const limited = `select tenant_id from spending where limited and exists (select from ${accepted})`;
  return `${reserved},
   counted as (
     ${rememberExternal(limited, recent)})`;
}
