import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Database, statement } from '@mailroom/database';
import { DevChain, dollarAbi, type RunningChain } from '@mailroom/dev-chain';
import { DomainError } from '@mailroom/errors';
import { TenantService } from '@mailroom/identity';
import { createTestDatabase, type TestDatabase } from '@mailroom/testing';
import type { PaymentPayload, PaymentRequired } from '@x402/core/types';
import { x402Client } from '@x402/core/client';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { createWalletClient, http, publicActions, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { Facilitator, type PaymentPlace, type SignedPayment } from '../src/facilitator/facilitator.js';
import {
  BillingAdministration,
  BillingService,
  encodeHeader,
  Ledger,
  PaymentsModule,
  PaymentsOptions,
  readPayments,
  ReceiptRepository,
  ReceiptSettlement,
  ReceiptSweeper,
} from '../src/index.js';

export const DOLLAR = 1_000_000n;
export const BASE_URL = 'https://mail.example';

type Call = (payment: SignedPayment) => Promise<unknown>;
/** Takes the place of a call; `really` is what it would have done. */
type Instead = (really: Call, payment: SignedPayment) => Promise<unknown>;

/** The development chain's facilitator, which a test may make to fail. */
export class TestFacilitator extends Facilitator {
  settles = 0;
  onVerify: Instead | undefined;
  onSettle: Instead | undefined;
  knowsChain = true;
  /** Where the chain's record is read, if not at the chain itself. */
  node: string | undefined;

  constructor(private readonly chain: DevChain) {
    super();
  }

  override async place(): Promise<PaymentPlace> {
    const { network, asset, assetName, assetVersion, payTo, rpcUrl } = await this.chain.running();
    return { network, asset, assetName, assetVersion, payTo, rpcUrl: this.knowsChain ? (this.node ?? rpcUrl) : null };
  }

  override async verify(payment: SignedPayment): Promise<unknown> {
    const { facilitator } = await this.chain.running();
    const really: Call = ({ payload, requirements }) => facilitator.verify(payload, requirements);
    return this.onVerify ? this.onVerify(really, payment) : really(payment);
  }

  override async settle(payment: SignedPayment): Promise<unknown> {
    this.settles += 1;
    const { facilitator } = await this.chain.running();
    const really: Call = ({ payload, requirements }) => facilitator.settle(payload, requirements);
    return this.onSettle ? this.onSettle(really, payment) : really(payment);
  }

  override async tick(): Promise<void> {
    await (await this.chain.running()).mine();
  }

  override async close(): Promise<void> {}
}

@Global()
@Module({})
class ResourcesModule {
  static with(database: Database): DynamicModule {
    const provider = { provide: Database, useValue: database };
    return { module: ResourcesModule, providers: [provider], exports: [provider] };
  }
}

@Module({})
class TestModule {
  static with(database: Database, options: PaymentsOptions): DynamicModule {
    return { module: TestModule, imports: [ResourcesModule.with(database), PaymentsModule.with(options)] };
  }
}

/** One process of several, with a pool of its own. */
export type Replica = {
  readonly app: INestApplicationContext;
  readonly database: Database;
  readonly billing: BillingService;
  readonly ledger: Ledger;
  readonly administration: BillingAdministration;
  readonly sweeper: ReceiptSweeper;
};

/** A database and a chain, and any number of replicas on them. */
export class PaymentsFixture {
  readonly errors: unknown[] = [];
  readonly #opened: (() => Promise<void>)[] = [];

  private constructor(
    readonly created: TestDatabase,
    readonly directory: string,
    readonly chain: DevChain,
    readonly running: RunningChain,
  ) {}

  static async open(): Promise<PaymentsFixture> {
    const created = await createTestDatabase();
    const directory = await mkdtemp(join(tmpdir(), 'mailroom-payments-'));
    const chain = new DevChain(directory);
    return new PaymentsFixture(created, directory, chain, await chain.running());
  }

  async close(): Promise<void> {
    for (const close of this.#opened.reverse()) await close();
    await this.chain.close();
    await this.created.drop();
    await rm(this.directory, { recursive: true, force: true });
  }

  async replica(facilitator: Facilitator | null, env: Record<string, string> = {}): Promise<Replica> {
    const database = new Database({ url: this.created.url, poolSize: 6 });
    const { prices } = readPayments(env, (problem) => {
      throw new Error(problem);
    });
    const onError = (error: unknown) => void this.errors.push(error);
    const module = TestModule.with(database, new PaymentsOptions(prices, facilitator, onError));
    const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    const get = <T>(type: new (...args: never[]) => T) => app.get<T>(type, { strict: false });
    const sweeper = new ReceiptSweeper(get(ReceiptRepository), get(ReceiptSettlement), onError);
    this.#opened.push(async () => {
      await sweeper.close();
      await app.close();
      await database.close();
    });
    const [billing, ledger, administration] = [get(BillingService), get(Ledger), get(BillingAdministration)];
    return { app, database, billing, ledger, administration, sweeper };
  }

  facilitator(): TestFacilitator {
    return new TestFacilitator(this.chain);
  }

  /** A tenant of the free tier. */
  async tenant({ database, app }: Replica): Promise<string> {
    const tenants = app.get(TenantService, { strict: false });
    return database.transaction(async (tx) => {
      const { id } = await tenants.createMetered(tx, 'paying');
      await tx.creditAccount.create({ data: { tenantId: id } });
      return id;
    });
  }

  async payer(dollars = 100): Promise<PrivateKeyAccount> {
    const account = privateKeyToAccount(generatePrivateKey());
    if (dollars > 0) await this.chain.fund(account.address, BigInt(dollars) * DOLLAR);
    return account;
  }

  async balance(address: string): Promise<bigint> {
    const call = { address: this.running.asset, abi: dollarAbi, functionName: 'balanceOf' } as const;
    return this.wallet().readContract({ ...call, args: [address as Hex] });
  }

  /** Sends a signed transfer to the chain, as the payer must not do before he submits it. */
  async broadcast({ payload }: PaymentPayload): Promise<string> {
    const { authorization: a, signature } = payload as unknown as SignedTransfer;
    const wallet = this.wallet();
    const ether = { method: 'anvil_setBalance', params: [wallet.account.address, '0xde0b6b3a7640000'] };
    await wallet.transport.request(ether);
    const hash = await wallet.writeContract({
      address: this.running.asset,
      abi: dollarAbi,
      functionName: 'transferWithAuthorization',
      args: [a.from, a.to, BigInt(a.value), BigInt(a.validAfter), BigInt(a.validBefore), a.nonce, signature],
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 0n,
    });
    await wallet.waitForTransactionReceipt({ hash });
    return hash;
  }

  /** Somebody who writes to the chain himself. */
  private wallet() {
    const url = this.running.rpcUrl;
    const account = privateKeyToAccount(generatePrivateKey());
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
    const chain = { id: 31_337, name: 'dev', nativeCurrency, rpcUrls: { default: { http: [url] } } };
    return createWalletClient({ account, chain, transport: http(url), pollingInterval: 20 }).extend(publicActions);
  }
}

type SignedTransfer = {
  readonly authorization: Readonly<
    Record<'from' | 'to' | 'nonce', Hex> & Record<'value' | 'validAfter' | 'validBefore', string>
  >;
  readonly signature: Hex;
};

/** Signs a quote as the stock client does. */
export async function sign(quote: PaymentRequired, account: PrivateKeyAccount): Promise<PaymentPayload> {
  const network = quote.accepts[0]?.network ?? 'eip155:1';
  const schemes = [{ network, client: new ExactEvmScheme(account) }];
  return x402Client.fromConfig({ schemes, spendControls: false }).createPaymentPayload(quote);
}

const address = (name: string) => ({ name, type: 'address' });
const number = (name: string) => ({ name, type: 'uint256' });
const types = {
  TransferWithAuthorization: [
    address('from'),
    address('to'),
    number('value'),
    number('validAfter'),
    number('validBefore'),
    { name: 'nonce', type: 'bytes32' },
  ],
};

/** Signs it for another time, place or nonce. */
export async function signTransfer(
  quote: PaymentRequired,
  account: PrivateKeyAccount,
  change: Partial<Record<'to' | 'nonce', Hex> & Record<'value' | 'validBefore', bigint>>,
): Promise<PaymentPayload> {
  const payment = await sign(quote, account);
  const { authorization: a } = payment.payload as unknown as SignedTransfer;
  const { asset, network, extra } = payment.accepted;
  const numbers = { value: BigInt(a.value), validAfter: BigInt(a.validAfter), validBefore: BigInt(a.validBefore) };
  const message = { ...a, ...numbers, ...change };
  const domain = {
    name: String(extra.name),
    version: String(extra.version),
    chainId: Number(network.split(':')[1]),
    verifyingContract: asset as Hex,
  };
  const signature = await account.signTypedData({ domain, types, primaryType: 'TransferWithAuthorization', message });
  const authorization = Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]));
  return { ...payment, payload: { signature, authorization } };
}

export const headerOf = (payment: object) => encodeHeader(payment);

/** The failure of a call that must fail as expected failures do. */
export async function failureOf(work: Promise<unknown>): Promise<DomainError> {
  const error = await work.then(
    () => new Error('It did not fail.'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof DomainError) return error;
  throw error;
}

export async function quoteOf(work: Promise<unknown>): Promise<PaymentRequired> {
  return (await failureOf(work)).details.quote as PaymentRequired;
}

const expireLeases = statement(
  'test-expire-leases',
  `update receipt set lease_expires_at = least(lease_expires_at, now()), next_attempt_at = now()
   where status in ('pending', 'verified')`,
);
const count = statement('test-receipts', 'select count(*)::int as count from receipt where tenant_id = $1');

/** Sets receipts back, as if the processes that hold them had died a while ago. */
export async function forgetLeases({ database }: Replica): Promise<void> {
  await database.query(expireLeases);
}

export async function receiptCount({ database }: Replica, tenantId: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(count, [tenantId]);
  return row?.count ?? 0;
}
