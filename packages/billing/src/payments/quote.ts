import type { PaymentRequired, PaymentRequirements, ResourceInfo } from '@x402/core/types';
import type { PaymentPlace } from '../facilitator/facilitator.js';

/** A signed payment is good for this many seconds. */
export const MAX_TIMEOUT_SECONDS = 300;

/** What a payment costs and brings. */
export type Order = {
  /** The name of its purpose. */
  readonly purpose: string;
  /** The price, in units of the asset. */
  readonly amount: bigint;
  readonly credits: number;
};

/** What is to be paid, as x402 version 2 says it. */
export type Quote = PaymentRequired & { readonly accepts: [PaymentRequirements] };

export function quoteOf(place: PaymentPlace, { amount }: Order, resource: ResourceInfo): Quote {
  const { network, asset, assetName: name, assetVersion: version, payTo } = place;
  const requirements = {
    scheme: 'exact',
    network: network as PaymentRequirements['network'],
    amount: amount.toString(),
    asset,
    payTo,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    extra: { name, version },
  };
  return { x402Version: 2, resource, accepts: [requirements] };
}

/** The value of an x402 header. */
export function encodeHeader(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
