import { counters } from '@mailroom/observability';

export const signIns = counters('mailroom_wallet_sign_ins_total', 'signed challenges of wallets', 'outcome', [
  'known',
  'created',
  'bound',
  'refused',
  'limited',
  'failed',
]);
