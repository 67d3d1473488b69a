import { join, resolve } from 'node:path';
import type { PaymentPlace } from '../facilitator/facilitator.js';
import { MAX_CREDITS } from '../ledger/ledger.js';
import { parseUsdc } from './usdc.js';

/** What credits and the upgrade cost, in units of the asset. */
export type Prices = {
  readonly credit: bigint;
  /** How many credits one payment may bring; the smallest first. */
  readonly topUps: readonly number[];
  readonly upgrade: bigint;
  readonly upgradeCredits: number;
  /** Whether an upgrade that was paid for waits for an operator's word. */
  readonly upgradeReview: 'auto' | 'manual';
};

/** How payments are settled; null if there are none. */
export type PaymentMode =
  | { readonly kind: 'dev-chain'; readonly directory: string }
  | { readonly kind: 'facilitator'; readonly url: string; readonly place: PaymentPlace };

export type PaymentSettings = { readonly prices: Prices; readonly mode: PaymentMode | null };

type Environment = Readonly<Record<string, string | undefined>>;
type Complain = (problem: string) => void;

const MAX_TOP_UPS = 20;
const modes = ['off', 'dev-chain', 'facilitator'] as const;
const address = /^0x[0-9a-fA-F]{40}$/;
/** The development chain's, which is known without starting it. */
const DEV_NETWORK = 'eip155:31337';
const caip2 = /^eip155:[1-9]\d{0,15}$/;

/** Reads the variables of payments; `complain` receives a line for each bad one. */
export function readPayments(env: Environment, complain: Complain): PaymentSettings {
  return { prices: readPrices(env, complain), mode: readMode(env, complain) };
}

function readMode(env: Environment, complain: Complain): PaymentMode | null {
  const text = env.PAYMENTS || 'off';
  const kind = modes.find((mode) => mode === text);
  if (!kind) complain(`PAYMENTS must be one of ${modes.join(', ')}, not "${text}".`);
  if (kind === 'dev-chain') return { kind, directory: chainDirectory(env) };
  if (kind !== 'facilitator') return null;
  const url = readUrl(env, 'X402_FACILITATOR_URL', complain);
  if (url === null) complain('X402_FACILITATOR_URL is missing: PAYMENTS=facilitator needs the address of one.');
  const read = (name: string, form: RegExp, what: string) => {
    const value = env[name] ?? '';
    if (!form.test(value)) complain(`${name} must be ${what}, not "${value}".`);
    return value;
  };
  const place = {
    network: read('X402_NETWORK', caip2, 'a network as CAIP-2 writes it, such as eip155:8453'),
    asset: read('X402_ASSET', address, 'the address of a token (0x and 40 hexadecimal digits)'),
    assetName: env.X402_ASSET_NAME || 'USDC',
    assetVersion: env.X402_ASSET_VERSION || '2',
    payTo: read('X402_PAY_TO', address, 'the address that receives payments (0x and 40 hexadecimal digits)'),
    rpcUrl: readUrl(env, 'X402_RPC_URL', complain),
  };
  return { kind, url: url ?? '', place };
}

/** The network on which payments are made, as CAIP-2 writes it; null if there are none. */
export function paymentNetwork({ mode }: PaymentSettings): string | null {
  if (mode === null) return null;
  return mode.kind === 'dev-chain' ? DEV_NETWORK : mode.place.network;
}

/** Where the development chain of an installation is kept. */
export function chainDirectory(env: Environment): string {
  return join(resolve(env.MAILROOM_DATA_DIR || './.mailroom'), 'chain');
}

function readPrices(env: Environment, complain: Complain): Prices {
  const price = (name: string, otherwise: string) => {
    const text = env[name] || otherwise;
    const units = parseUsdc(text) ?? 0n;
    if (units === 0n) complain(`${name} must be dollars above zero with at most six decimals, not "${text}".`);
    return units;
  };
  const review = env.UPGRADE_REVIEW || 'auto';
  if (review !== 'auto' && review !== 'manual') complain(`UPGRADE_REVIEW must be auto or manual, not "${review}".`);
  return {
    credit: price('CREDIT_PRICE_USDC', '0.001'),
    topUps: readTopUps(env.TOPUP_CREDITS || '100,1000,10000', complain),
    upgrade: price('UPGRADE_PRICE_USDC', '5'),
    upgradeCredits: readCredits('UPGRADE_CREDITS', env.UPGRADE_CREDITS || '5000', complain),
    upgradeReview: review === 'manual' ? review : 'auto',
  };
}

function readTopUps(text: string, complain: Complain): number[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > MAX_TOP_UPS) complain(`TOPUP_CREDITS must name at most ${MAX_TOP_UPS} amounts.`);
  const amounts = parts.map((part) => readCredits('TOPUP_CREDITS', part, complain));
  return [...new Set(amounts)].sort((a, b) => a - b);
}

function readCredits(name: string, text: string, complain: Complain): number {
  const credits = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (credits >= 1 && credits <= MAX_CREDITS) return credits;
  complain(`${name} must count credits from 1 to ${MAX_CREDITS}, not "${text}".`);
  return 1;
}

/** Authorizations of payments travel to it, so it must be https, or this machine. */
function readUrl(env: Environment, name: string, complain: Complain): string | null {
  const text = env[name];
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url?.protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  // Not repeated: addresses of such services often hold a key.
  if (url?.protocol !== 'https:' && !isLocal) complain(`${name} must be an https URL, or http on this machine.`);
  return text.replace(/\/+$/, '');
}
