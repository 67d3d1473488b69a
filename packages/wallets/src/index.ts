export { Challenges, type IssuedChallenge } from './challenges.js';
export { readSiwe, siweTerms, type SiweSettings, type SiweTerms } from './siwe.settings.js';
export type { Claimant } from './wallet-owners.js';
export { SESSION_SECONDS, WalletSignIn, type SignedChallenge, type SignedIn } from './wallet-sign-in.js';
export { WalletsModule } from './wallets.module.js';
export { WalletsOptions } from './wallets.options.js';
