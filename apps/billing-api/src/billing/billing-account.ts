import { formatUsdc, type BillingAccount } from '@mailroom/billing';
import { about, integer, list, object, orNull, resource, string, word, type ValueOf } from '@mailroom/openapi';

const usdc = about(string, 'dollars');

const pricing = object({
  creditPriceUsdc: usdc,
  topUpCredits: about(list(integer), 'how many credits one payment may bring; the first is taken if none is named'),
  upgradePriceUsdc: usdc,
  upgradeCredits: integer,
  upgradeReview: about(word(['auto', 'manual']), 'manual: an upgrade that is paid for waits for the operator'),
  payment: about(
    orNull(
      object({
        scheme: word(['exact']),
        network: about(string, 'CAIP-2'),
        asset: string,
        payTo: string,
      }),
    ),
    'where payments go; null where the installation takes none',
  ),
});

export const billingAccountResource = resource(
  'BillingAccount',
  object({
    tenantId: string,
    billingState: word(['free', 'paid_review', 'paid_active']),
    availableCredits: about(integer, 'each pays for one external recipient'),
    reservedCredits: about(integer, 'those of recipients whose outcome is not known yet'),
    pricing,
  }),
  {
    tenantId: 'tnt_4b1f0c9a7e5d3f2b1a09',
    billingState: 'free',
    availableCredits: 99,
    reservedCredits: 1,
    pricing: {
      creditPriceUsdc: '0.001',
      topUpCredits: [100, 1_000, 10_000],
      upgradePriceUsdc: '5.00',
      upgradeCredits: 5_000,
      upgradeReview: 'auto',
      payment: {
        scheme: 'exact',
        network: 'eip155:8453',
        asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      },
    },
  },
);

export function billingAccountView(
  tenantId: string,
  { billingState, balance, prices, place }: BillingAccount,
): ValueOf<typeof billingAccountResource> {
  return {
    tenantId,
    billingState,
    availableCredits: balance.available,
    reservedCredits: balance.reserved,
    pricing: {
      creditPriceUsdc: formatUsdc(prices.credit),
      topUpCredits: [...prices.topUps],
      upgradePriceUsdc: formatUsdc(prices.upgrade),
      upgradeCredits: prices.upgradeCredits,
      upgradeReview: prices.upgradeReview,
      payment: place && { scheme: 'exact', network: place.network, asset: place.asset, payTo: place.payTo },
    },
  };
}
