import { AsyncLocalStorage } from 'node:async_hooks';

const networks = new AsyncLocalStorage<string>();

/** Runs what serves a request, and lets `registeringNetwork` say from which network it comes. */
export function fromNetwork<T>(network: string, serve: () => T): T {
  return networks.run(network, serve);
}

/** The network of the client whose request is being served; the OAuth library does not hand it on. */
export function registeringNetwork(): string {
  const network = networks.getStore();
  if (network === undefined) throw new Error('A client is registered outside of a request.');
  return network;
}
