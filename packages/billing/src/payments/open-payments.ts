import { EmbeddedFacilitator } from '../facilitator/embedded.facilitator.js';
import type { Facilitator } from '../facilitator/facilitator.js';
import { RemoteFacilitator } from '../facilitator/remote.facilitator.js';
import type { PaymentSettings } from './payment.settings.js';
import { PaymentsOptions } from './payments.options.js';

/** Verifying and settling together end before the lease of a receipt does. */
const CALL_MS = 15_000;

/** Makes what the settings ask for; nothing runs before it is needed. */
export function openPayments({ prices, mode }: PaymentSettings, onError: (error: unknown) => void): PaymentsOptions {
  return new PaymentsOptions(prices, facilitatorOf(mode), onError);
}

function facilitatorOf(mode: PaymentSettings['mode']): Facilitator | null {
  if (mode === null) return null;
  if (mode.kind === 'dev-chain') return new EmbeddedFacilitator(mode.directory, CALL_MS);
  return new RemoteFacilitator({ url: mode.url, place: mode.place, timeoutMs: CALL_MS });
}
