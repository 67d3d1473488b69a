import { counters } from '@mailroom/observability';

export const signups = counters('mailroom_signups_total', 'requests for a mailbox by strangers', 'outcome', [
  'created',
  'replayed',
  'refused',
  'limited',
  'failed',
]);
