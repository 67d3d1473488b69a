import { counter, counters } from '@mailroom/observability';

export const allocations = counter('mailroom_lease_allocations_total', 'mailboxes that were leased');

export const callOutcomes = counters(
  'mailroom_protected_calls_total',
  'calls that are free up to a limit, by how they were let through',
  'outcome',
  ['free', 'paid', 'refused'],
);

export const upkeep = counters('mailroom_lease_upkeep_total', 'what was done about leases that end', 'what', [
  'warned',
  'expired',
  'purged',
]);
