import { counterFamily } from '@mailroom/observability';

export const refusals = counterFamily('mailroom_send_refusals_total', 'mail that a rule of the policy refused', [
  'rule',
]);
