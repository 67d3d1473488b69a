import {
  concat,
  createTestClient,
  encodeDeployData,
  getContractAddress,
  http,
  publicActions,
  serializeErc6492Signature,
  walletActions,
  zeroHash,
  type Hex,
  type PrivateKeyAccount,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const abi = [
  { type: 'constructor', stateMutability: 'nonpayable', inputs: [{ name: 'owner_', type: 'address' }] },
] as const;

/** What solc 0.8.37 (optimizer on with 200 runs, EVM version paris, no metadata hash) makes of TestWallet.sol. */
const bytecode =
  '0x60a0604052348015600f57600080fd5b50604051610352380380610352833981016040819052602c91603c565b6001600160a01b0316608052606a565b600060208284031215604d57600080fd5b81516001600160a01b0381168114606357600080fd5b9392505050565b6080516102c761008b600039600081816071015261017001526102c76000f3fe608060405234801561001057600080fd5b50600436106100365760003560e01c80631626ba7e1461003b5780638da5cb5b1461006c575b600080fd5b61004e6100493660046101dd565b6100ab565b6040516001600160e01b031990911681526020015b60405180910390f35b6100937f000000000000000000000000000000000000000000000000000000000000000081565b6040516001600160a01b039091168152602001610063565b6000604182146100c457506001600160e01b03196101d6565b6000600185858560408181106100dc576100dc61025b565b919091013560f81c90506100f460206000888a610271565b6100fd9161029b565b61010b60406020898b610271565b6101149161029b565b6040805160008152602081018083529590955260ff909316928401929092526060830152608082015260a0016020604051602081039080840390855afa158015610162573d6000803e3d6000fd5b5050506020604051035190507f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316816001600160a01b03161480156101b757506001600160a01b03811615155b6101c9576001600160e01b03196101d2565b630b135d3f60e11b5b9150505b9392505050565b6000806000604084860312156101f257600080fd5b83359250602084013567ffffffffffffffff81111561021057600080fd5b8401601f8101861361022157600080fd5b803567ffffffffffffffff81111561023857600080fd5b86602082840101111561024a57600080fd5b939660209190910195509293505050565b634e487b7160e01b600052603260045260246000fd5b6000808585111561028157600080fd5b8386111561028e57600080fd5b5050820193919092039150565b803560208310156102b457600019602084900360031b1b165b9291505056fea164736f6c6343000825000a';

/** The factory that is at this address on every chain, and what it consists of. */
const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const factoryCode =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3';

/** Signs with a contract wallet that is not deployed yet, as ERC-6492 says. */
export function beforeDeployment(owner: PrivateKeyAccount) {
  const init = encodeDeployData({ abi, bytecode, args: [owner.address] });
  const address = getContractAddress({ opcode: 'CREATE2', from: FACTORY, salt: zeroHash, bytecode: init });
  const wrap = (signature: Hex) =>
    serializeErc6492Signature({ address: FACTORY, data: concat([zeroHash, init]), signature });
  return { address, wrap, sign: async (message: string) => wrap(await owner.signMessage({ message })) };
}

/** Deploys a contract wallet of the key; returns its address. */
export async function deployWallet(rpcUrl: string, owner: PrivateKeyAccount): Promise<Hex> {
  const payer = privateKeyToAccount(generatePrivateKey());
  const client = createTestClient({ account: payer, mode: 'anvil', transport: http(rpcUrl), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);
  await client.setBalance({ address: payer.address, value: 10n ** 20n });
  // Blocks are never so full that it rises.
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 0n };
  const hash = await client.deployContract({ abi, bytecode, args: [owner.address], chain: null, ...fees });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error('The wallet was not deployed.');
  return contractAddress;
}

/** Puts the factory where it is on every other chain. */
export async function placeFactory(rpcUrl: string): Promise<void> {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) });
  await client.setCode({ address: FACTORY, bytecode: factoryCode });
}
