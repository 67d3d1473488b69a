import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import type { PaymentPurpose } from './payment-purpose.js';

/** What can be paid for. Each module registers its own. */
@Injectable()
export class PaymentPurposes {
  readonly #purposes = new Map<string, PaymentPurpose>();

  register(purpose: PaymentPurpose): void {
    if (this.#purposes.has(purpose.name)) throw new Error(`There are two purposes called ${purpose.name}.`);
    this.#purposes.set(purpose.name, purpose);
  }

  of(name: string): PaymentPurpose {
    const purpose = this.#purposes.get(name);
    if (purpose) return purpose;
    throw new DomainError('unavailable', `Nobody here knows what a payment for "${name}" brings.`);
  }
}
