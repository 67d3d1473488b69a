export { dollarAbi } from './contract.artifact.js';
export { DevChain, type RunningChain } from './dev-chain.js';
export type { X402Facilitator } from './dev-facilitator.js';
export { serveFacilitator, type FacilitatorServer } from './facilitator-server.js';
