import { Module, type DynamicModule } from '@nestjs/common';
import { BillingModule, PaymentsOptions } from '@mailroom/billing';
import { IdentityModule } from '@mailroom/identity';
import { MailModule } from '@mailroom/mail';
import { chainIdOf, SignatureCheck } from '@mailroom/siwe';
import { Challenges } from './challenges.js';
import { WalletOwners } from './wallet-owners.js';
import { WalletSignIn } from './wallet-sign-in.js';
import { WalletsOptions } from './wallets.options.js';

/** Lets wallets in; needs Database from a global module. */
@Module({})
export class WalletsModule {
  static with(options: WalletsOptions, payments: PaymentsOptions): DynamicModule {
    const { terms, rpcUrl } = options;
    const signatures = new SignatureCheck({
      chainId: chainIdOf(terms.chain),
      rpcUrl: async () => rpcUrl ?? (await rpcOfPayments(payments, terms.chain)),
    });
    return {
      module: WalletsModule,
      imports: [IdentityModule, BillingModule, MailModule],
      providers: [
        { provide: WalletsOptions, useValue: options },
        { provide: SignatureCheck, useValue: signatures },
        Challenges,
        WalletOwners,
        WalletSignIn,
      ],
      exports: [Challenges, WalletSignIn, WalletsOptions],
    };
  }
}

/** Where the chain of the payments is asked, if it is the one of the wallets. A development chain is started for it. */
async function rpcOfPayments({ facilitator, onError }: PaymentsOptions, chain: string): Promise<string | null> {
  try {
    const place = await facilitator?.place();
    return place?.network === chain ? place.rpcUrl : null;
  } catch (error) {
    onError(error);
    throw error;
  }
}
