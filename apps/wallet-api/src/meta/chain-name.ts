/** The names that people know the chains of wallets by. */
const names: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'OP Mainnet',
  'eip155:137': 'Polygon',
  'eip155:8453': 'Base',
  'eip155:31337': 'Development chain',
  'eip155:42161': 'Arbitrum One',
  'eip155:84532': 'Base Sepolia',
  'eip155:11155111': 'Sepolia',
};

/** The name of a chain; its CAIP-2 id where it is not a known one. */
export function chainName(caip2: string): string {
  return names[caip2] ?? caip2;
}
