import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { ClientAddresses, RequestSlot, SignInLimiter, tokenTextOf } from '@mailroom/http';
import { isTokenText, type OperatorCall } from '@mailroom/identity';
import { networkOf, SINGLE_CLIENT } from '@mailroom/network';
import type { FastifyRequest } from 'fastify';
import { OPERATOR_PREFIX, OperatorToken } from './operator-token.js';

const calls = new RequestSlot<Promise<OperatorCall>>('operator call');

/** Lets the holder of the operator's token in, and nobody else. It is asked before a body is read, and by the guard. */
@Injectable()
export class OperatorAdmission {
  constructor(
    private readonly token: OperatorToken,
    private readonly failures: SignInLimiter,
    private readonly addresses: ClientAddresses,
  ) {}

  /** @throws missing_token, invalid_token, insufficient_scope, rate_limited */
  admit(request: FastifyRequest): Promise<OperatorCall> {
    return calls.get(request) ?? calls.set(request, this.#admit(request));
  }

  /**
   * The right token is never delayed: whoever shares an address with somebody who guesses must get in. A wrong one
   * counts if its checksum is right, since no other is a guess.
   */
  async #admit(request: FastifyRequest): Promise<OperatorCall> {
    const text = tokenTextOf(request.raw);
    if (!isTokenText(text)) throw invalid();
    if (!text.startsWith(OPERATOR_PREFIX)) {
      throw new DomainError('insufficient_scope', 'Only the operator of the installation may do this.');
    }
    if (await this.token.is(text)) return { level: 'operator', id: null, requestId: String(request.id) };
    const network = networkOf(this.addresses.of(request.raw), SINGLE_CLIENT);
    const refusal = this.failures.refusal(network);
    this.failures.countFailure(network);
    throw refusal ?? invalid();
  }
}

function invalid(): DomainError {
  return new DomainError('invalid_token', 'This is not the token of the operator.');
}
