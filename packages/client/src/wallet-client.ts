import { WalletOperations } from './api/wallet/operations.js';

/**
 * The API of agents that hold nothing but a key: sign-in with Ethereum and what a session does. Every operation is a
 * method that resolves with the answer and rejects with a `MailroomError`. Signing in needs no token.
 */
export class WalletClient extends WalletOperations {
  protected override readonly prefix: string = '';
}
