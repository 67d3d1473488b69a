import { Body, Controller, Post, Req } from '@nestjs/common';
import { idempotencyKey } from '@mailroom/agent-view';
import { ClientAddresses, MaxBodyBytes, Needs, singleHeader, TurnstileCheck } from '@mailroom/http';
import { networkOf, SINGLE_CLIENT } from '@mailroom/network';
import { IdempotencyKey, one, Operation } from '@mailroom/openapi';
import { SignupService } from '@mailroom/signup';
import type { FastifyRequest } from 'fastify';
import { SignupDto } from './signup.dto.js';
import { signupResource, signupView } from './signup.js';

/** Nobody who is unknown gets us to read more. */
const SIGNUP_BYTES = 32 * 1024;

const keyDescription =
  'a random text of at most 128 characters, kept for 24 hours: whoever sends it again from the same network, with the same body, gets the same mailbox and token';

@Controller('public')
export class SignupController {
  constructor(
    private readonly signups: SignupService,
    private readonly turnstile: TurnstileCheck,
    private readonly addresses: ClientAddresses,
  ) {}

  @Post('signup')
  @Needs('public')
  @MaxBodyBytes(SIGNUP_BYTES)
  @IdempotencyKey(keyDescription)
  @Operation({ summary: 'Get a mailbox and its token', status: 201, answer: one(signupResource) })
  async signUp(@Req() request: FastifyRequest, @Body() { turnstileToken, ...said }: SignupDto) {
    const client = {
      network: networkOf(this.addresses.of(request.raw), SINGLE_CLIENT),
      idempotencyKey: idempotencyKey(singleHeader(request.raw, 'idempotency-key')),
      requestId: String(request.id),
    };
    return signupView(await this.signups.signUp(said, client, () => this.turnstile.require(turnstileToken)));
  }
}
