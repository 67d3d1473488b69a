import type { Address, Hex } from 'viem';
import type { ChainRpc } from './chain-rpc.js';
import { isMadeByKey } from './key-signature.js';

const isValidSignature = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [
      { name: 'hash', type: 'bytes32' },
      { name: 'signature', type: 'bytes' },
    ],
    outputs: [{ type: 'bytes4' }],
  },
] as const;

/** The one answer of a contract that means yes (ERC-1271), as a word of the chain. */
const YES = `0x1626ba7e${'0'.repeat(56)}`;

/**
 * Whether the contract wallet at the address takes the signature for its own: one that is deployed (ERC-1271), or one that
 * is yet to be (ERC-6492). An address without a contract never does. @throws ChainFailure
 */
export async function isContractSignature(rpc: ChainRpc, address: string, hash: Hex, signature: Hex): Promise<boolean> {
  const viem = await import('viem');
  if (viem.isErc6492Signature(signature)) return isSignedBeforeDeployment(rpc, address, hash, signature);
  const args = [hash, signature] as const;
  const data = viem.encodeFunctionData({ abi: isValidSignature, functionName: 'isValidSignature', args });
  return (await rpc.call({ to: address, data })) === YES;
}

/**
 * The validator of ERC-6492 deploys the wallet in a call that leaves nothing behind, and asks it. Where the deployment
 * made no contract it takes signatures of keys as well, in every form; those are not for it to judge.
 */
async function isSignedBeforeDeployment(rpc: ChainRpc, address: string, hash: Hex, signature: Hex): Promise<boolean> {
  const viem = await import('viem');
  const inner = signatureInside(viem.parseErc6492Signature, signature);
  if (inner === null || (await isMadeByKey(address, hash, inner))) return false;
  const data = viem.encodeDeployData({
    abi: viem.erc6492SignatureValidatorAbi,
    args: [address as Address, hash, signature],
    bytecode: viem.erc6492SignatureValidatorByteCode,
  });
  return (await rpc.call({ data })) === '0x01';
}

type Parse = (signature: Hex) => { readonly signature: Hex };

/** The wallet's own signature; null if it can't be read. */
function signatureInside(parse: Parse, signature: Hex): Hex | null {
  try {
    return parse(signature).signature;
  } catch {
    return null;
  }
}
