export { parseWalletAddress, type WalletAddress } from './wallet-address.js';
