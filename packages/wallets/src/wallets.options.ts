import type { SiweSettings, SiweTerms } from './siwe.settings.js';

/** Says for what wallets sign in here, and within which limits. */
export class WalletsOptions {
  constructor(
    readonly terms: SiweTerms,
    readonly limits: SiweSettings['limits'],
    /** Where contract wallets are asked; null for the chain of the payments. */
    readonly rpcUrl: string | null,
  ) {}
}
