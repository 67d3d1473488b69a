import { Injectable } from '@nestjs/common';
import { DomainError, type ErrorCode } from '@mailroom/errors';
import { Admission, ClientAddresses, hasCredential, SignInLimiter } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { MailboxSignIns, type SignedInMailbox } from '@mailroom/mail';
import { networkOf } from '@mailroom/network';
import { WalletSignIn, type SignedChallenge, type SignedIn } from '@mailroom/wallets';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Signs wallets and mailboxes in for clients that may try now. */
@Injectable()
export class SignIn {
  constructor(
    private readonly wallets: WalletSignIn,
    private readonly mailboxes: MailboxSignIns,
    private readonly limiter: SignInLimiter,
    private readonly admission: Admission,
    private readonly addresses: ClientAddresses,
  ) {}

  /** The network of the client, which limits go by. */
  networkOf(request: FastifyRequest): string {
    return networkOf(this.addresses.of(request.raw));
  }

  /**
   * A network whose tries have failed too often waits before any signature of it is looked at. A credential that comes
   * along binds the wallet, and has to be a good one.
   */
  async verify(request: FastifyRequest, reply: FastifyReply, signed: SignedChallenge): Promise<SignedIn> {
    return this.#limited(request, 'invalid_siwe', async () =>
      this.wallets.signIn(signed, await this.#claimant(request, reply), String(request.id)),
    );
  }

  /** Signs in to a mailbox with its password, as often as the network of the client may try. */
  async mailbox(request: FastifyRequest, address: string, password: string): Promise<SignedInMailbox> {
    return this.#limited(request, 'invalid_mailbox_password', () =>
      this.mailboxes.begin({ address, password, network: this.networkOf(request) }, String(request.id)),
    );
  }

  async #limited<T>(request: FastifyRequest, failure: ErrorCode, signIn: () => Promise<T>): Promise<T> {
    const network = this.networkOf(request);
    const refusal = this.limiter.refusal(network);
    if (refusal) throw refusal;
    try {
      return await signIn();
    } catch (error) {
      if (error instanceof DomainError && error.code === failure) this.limiter.countFailure(network);
      throw error;
    }
  }

  async #claimant(request: FastifyRequest, reply: FastifyReply): Promise<Principal | null> {
    return hasCredential(request.raw) ? this.admission.admit(request, reply) : null;
  }
}
