export { createWalletApi } from './wallet-api.js';
export { walletApi } from './wallet-api.service.js';
