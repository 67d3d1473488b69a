import type { Facilitator } from '../facilitator/facilitator.js';
import type { Prices } from './payment.settings.js';

/** How payments work here. */
export class PaymentsOptions {
  constructor(
    readonly prices: Prices,
    /** Null if payments are off. */
    readonly facilitator: Facilitator | null,
    readonly onError: (error: unknown) => void,
  ) {}
}
