export { loadOutboundConfig, type OutboundConfig } from './config.js';
export { createOutbound, type Outbound } from './outbound.js';
