export { loadOutboundConfig, type OutboundConfig } from './config.js';
export { createOutbound, type Outbound, type OutboundResources } from './outbound.js';
