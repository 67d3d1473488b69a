import { networkInterfaces } from 'node:os';

/** Whether an address is one of this machine's own, at which others can reach it. */
export function isOwnAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some((entry) => !entry.internal && entry.address === address);
}
