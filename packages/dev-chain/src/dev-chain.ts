import { DomainError } from '@mailroom/errors';
import { getAddress, isAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { endAnvil, isOurs, runAnvil, urlOf, type Anvil } from './anvil.js';
import { accountsOf, chainClient, giveEther, tell, type ChainClient } from './chain-client.js';
import { ChainDirectory } from './chain-directory.js';
import { devFacilitator, NETWORK, type X402Facilitator } from './dev-facilitator.js';
import { DOLLAR, ensureDollar, mintDollars } from './dollar.js';
import { PendingSettlements } from './pending-settlements.js';

/** The chain as it runs now. */
export type RunningChain = {
  readonly rpcUrl: string;
  /** CAIP-2. */
  readonly network: string;
  readonly asset: `0x${string}`;
  readonly assetName: string;
  readonly assetVersion: string;
  readonly payTo: `0x${string}`;
  readonly facilitator: X402Facilitator;
  /** Makes a block: without transactions there is none, and the chain's time stands still. */
  mine(): Promise<void>;
};

type Opened = { readonly chain: RunningChain; readonly anvil: Anvil; readonly owner: ChainClient };

/**
 * A development chain in a directory, with test dollars and a facilitator. It is started by the first who needs it and
 * stopped by the last process that used it; every process with the same directory has the same chain.
 */
export class DevChain {
  readonly #directory: ChainDirectory;
  #opening: Promise<Opened> | undefined;
  #user: string | undefined;
  #closed = false;

  constructor(path: string) {
    this.#directory = new ChainDirectory(path);
  }

  /** Starts the chain unless it runs. @throws unavailable */
  async running(): Promise<RunningChain> {
    return (await this.#open()).chain;
  }

  /** Gives an address test dollars, counted in millionths; returns what it has. @throws invalid_request, unavailable */
  async fund(address: string, amount: bigint): Promise<{ readonly address: string; readonly balance: bigint }> {
    if (!isAddress(address, { strict: false })) {
      throw new DomainError('invalid_request', `"${address}" is not an address: 0x and 40 hexadecimal digits.`);
    }
    const { owner, chain } = await this.#open();
    const to = getAddress(address);
    // The owner's transactions are numbered, whichever process sends them.
    const balance = await this.#directory.exclusively(() => mintDollars(owner, chain.asset, to, amount));
    return { address: to, balance };
  }

  /** Stops the chain, unless another process uses it. */
  async close(): Promise<void> {
    this.#closed = true;
    const opened = await this.#opening?.catch(() => undefined);
    const user = this.#user;
    if (user === undefined) return;
    await this.#directory.exclusively(async () => {
      await this.#directory.remove(user);
      if (opened && !(await this.#directory.hasUsers())) await endAnvil(this.#directory, opened.anvil);
    });
  }

  async #open(): Promise<Opened> {
    if (this.#closed) throw new DomainError('unavailable', 'The development chain is being stopped.');
    const before = this.#opening;
    const known = await before?.catch(() => undefined);
    if (known && isOurs(this.#directory, known.anvil)) return known;
    // Whoever comes meanwhile waits for the same start.
    if (this.#opening === before) this.#opening = this.#start();
    return this.#opening ?? this.#start();
  }

  async #start(): Promise<Opened> {
    const directory = this.#directory;
    await directory.prepare();
    return directory.exclusively(async () => {
      this.#user ??= await directory.enter();
      const anvil = await runAnvil(directory);
      const accounts = await accountsOf(directory);
      const owner = chainClient(anvil, accounts.owner);
      const asset = await ensureDollar(owner);
      const payer = chainClient(anvil, privateKeyToAccount(generatePrivateKey()));
      await giveEther(payer, payer.account.address);
      const chain = {
        rpcUrl: urlOf(anvil),
        network: NETWORK,
        asset,
        assetName: DOLLAR.name,
        assetVersion: DOLLAR.version,
        payTo: accounts.receiver.address,
        mine: () => tell(owner, 'evm_mine', []),
        facilitator: devFacilitator(payer, new PendingSettlements(directory)),
      };
      return { chain, anvil, owner };
    });
  }
}
