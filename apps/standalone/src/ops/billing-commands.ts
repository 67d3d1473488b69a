import type { INestApplicationContext } from '@nestjs/common';
import { BillingAdministration, chainDirectory, formatUsdc, Ledger, parseUsdc, type Receipt } from '@mailroom/billing';
import { DevChain } from '@mailroom/dev-chain';
import { DomainError } from '@mailroom/errors';
import type { Command } from './command.js';
import type { Row } from './print.js';

const lax = { strict: false } as const;

/** Ten million dollars: more is a slip. */
const MAX_DOLLARS = 10n ** 13n;

function credits(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new DomainError('invalid_request', `<credits> must be a positive integer, not "${text}".`);
}

function receiptRow({ id, tenantId, purpose, status, credits, amount, network, payer, nonce, reason }: Receipt): Row {
  const usdc = formatUsdc(amount);
  return { receipt: id, tenant: tenantId, purpose, status, credits, usdc, network, payer, nonce, reason: reason ?? '' };
}

const administration = (app: INestApplicationContext) => app.get(BillingAdministration, lax);

async function fund(address: string, text: string): Promise<readonly Row[]> {
  const amount = parseUsdc(text) ?? 0n;
  if (amount === 0n || amount > MAX_DOLLARS) {
    throw new DomainError('invalid_request', `<usdc> must be dollars above zero, such as 10 or 2.50, not "${text}".`);
  }
  const chain = new DevChain(chainDirectory(process.env));
  try {
    const funded = await chain.fund(address, amount);
    const { network, asset } = await chain.running();
    return [{ address: funded.address, usdc: formatUsdc(funded.balance), network, asset }];
  } finally {
    await chain.close();
  }
}

/** What an operator can do about credits and payments. */
export const billingCommands: Readonly<Record<string, Command>> = {
  'credits grant': {
    form: '<tenant> <credits> [reason]',
    does: 'give a tenant credits',
    run: async (app, [tenant = '', text = '', reason = '']) => {
      const balance = await app.get(Ledger, lax).grant(tenant, credits(text), { by: null, reason });
      return [{ tenant, ...balance }];
    },
  },
  'credits revoke': {
    form: '<tenant> <credits> [reason]',
    does: 'take credits that a tenant has not used',
    run: async (app, [tenant = '', text = '', reason = '']) => {
      const balance = await app.get(Ledger, lax).revoke(tenant, credits(text), { by: null, reason });
      return [{ tenant, ...balance }];
    },
  },
  'ledger verify': {
    form: '',
    does: 'recompute all balances, and list what differs',
    finding: 'The ledger does not add up.',
    run: async (app) => app.get(Ledger, lax).verify(),
  },
  'upgrades approve': {
    form: '<tenant>',
    does: 'let a tenant out that has paid for its upgrade',
    run: async (app, [tenant = '']) => {
      const { billingState, sendPolicy } = await administration(app).approveUpgrade(tenant);
      return [{ tenant, billingState, sendPolicy }];
    },
  },
  'receipts unsettled': {
    form: '',
    does: 'list payments whose outcome nobody knows',
    run: async (app) => (await administration(app).unsettled()).map(receiptRow),
  },
  'receipts settle': {
    form: '<receipt> <transaction>',
    does: 'credit a payment that was found on the chain',
    run: async (app, [receipt = '', transaction = '']) => [
      receiptRow(await administration(app).settle(receipt, transaction)),
    ],
  },
  'receipts fail': {
    form: '<receipt>',
    does: 'give up a payment that never came',
    run: async (app, [receipt = '']) => [receiptRow(await administration(app).fail(receipt))],
  },
  'chain fund': {
    form: '<address> <usdc>',
    does: 'give an address test dollars on the development chain',
    run: async (_, [address = '', usdc = '']) => fund(address, usdc),
  },
};
