/** What EIP-3009 and ERC-20 say that we read: https://eips.ethereum.org/EIPS/eip-3009. */
export const readsAuthorization = [
  {
    type: 'function',
    name: 'authorizationState',
    stateMutability: 'view',
    inputs: [
      { name: 'authorizer', type: 'address' },
      { name: 'nonce', type: 'bytes32' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
] as const;

const authorization = [
  { name: 'authorizer', type: 'address', indexed: true },
  { name: 'nonce', type: 'bytes32', indexed: true },
] as const;

export const authorizationUsed = { type: 'event', name: 'AuthorizationUsed', inputs: authorization } as const;
export const authorizationCanceled = { type: 'event', name: 'AuthorizationCanceled', inputs: authorization } as const;

export const transferEvent = [
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  },
] as const;

export const transferTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;
