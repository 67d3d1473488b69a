import { HostedOperations } from './api/hosted/operations.js';

/**
 * The API of hosted mailboxes: signup, the mailbox of the token, billing. Every operation is a method that resolves with
 * the answer and rejects with a `MailroomError`. Only `signUp` needs no token.
 */
export class HostedClient extends HostedOperations {
  protected override readonly prefix: string = '';
}
