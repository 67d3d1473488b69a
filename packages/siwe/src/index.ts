export { chainIdOf, challengeParts, nonceOf, type ChallengeParts, type ChallengeTerms } from './challenge-text.js';
export { SignatureCheck, type Judgement, type SignatureCheckOptions } from './signature-check.js';
export { parseWalletAddress, type WalletAddress } from './wallet-address.js';
