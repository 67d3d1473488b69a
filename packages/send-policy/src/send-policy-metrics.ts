import { counterFamily } from '@mailroom/observability';

/** Counts by the control that acted. */
export const controlsActed = counterFamily('mailroom_send_controls_total', 'tenants that a control acted on', [
  'control',
]);

export const refusals = counterFamily('mailroom_send_refusals_total', 'mail that a rule of the policy refused', [
  'rule',
]);
