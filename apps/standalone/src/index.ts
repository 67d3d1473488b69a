export { loadConfig, type StandaloneConfig } from './config.js';
export { startStandalone, type Standalone } from './standalone.js';
export { commands } from './ops/commands.js';
