import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { Admission, ClientAddresses, hasCredential, SignInLimiter } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { networkOf } from '@mailroom/network';
import { WalletSignIn, type SignedChallenge, type SignedIn } from '@mailroom/wallets';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Signs wallets in for clients that may try now. */
@Injectable()
export class SignIn {
  constructor(
    private readonly wallets: WalletSignIn,
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
    const network = this.networkOf(request);
    const refusal = this.limiter.refusal(network);
    if (refusal) throw refusal;
    const claimant = await this.#claimant(request, reply);
    try {
      return await this.wallets.signIn(signed, claimant, String(request.id));
    } catch (error) {
      if (error instanceof DomainError && error.code === 'invalid_siwe') this.limiter.countFailure(network);
      throw error;
    }
  }

  async #claimant(request: FastifyRequest, reply: FastifyReply): Promise<Principal | null> {
    return hasCredential(request.raw) ? this.admission.admit(request, reply) : null;
  }
}
