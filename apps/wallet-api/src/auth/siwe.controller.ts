import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { MaxBodyBytes, Needs } from '@mailroom/http';
import { one, Operation } from '@mailroom/openapi';
import { Challenges, WalletsOptions } from '@mailroom/wallets';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { challengeResource, challengeView } from './challenge.js';
import { sessionResource, sessionView } from './session.js';
import { SignIn } from './sign-in.js';
import { ChallengeDto, VerifyDto } from './siwe.dto.js';

/** Nobody who is unknown gets us to read more. */
export const SIGN_IN_BYTES = 64 * 1024;

const verifying = {
  summary: 'Get a session for a signed message',
  description:
    'A wallet that is new gets a tenant of its own. With the credential of a tenant, the wallet is bound to that tenant.',
  answer: one(sessionResource),
};

@Controller('auth/siwe')
export class SiweController {
  constructor(
    private readonly challenges: Challenges,
    private readonly signIn: SignIn,
    private readonly options: WalletsOptions,
  ) {}

  @Post('challenge')
  @Needs('public')
  @MaxBodyBytes(SIGN_IN_BYTES)
  @Operation({ summary: 'Get a message to sign', answer: one(challengeResource) })
  async createChallenge(@Req() request: FastifyRequest, @Body() { wallet_address }: ChallengeDto) {
    return challengeView(await this.challenges.issue(wallet_address, this.signIn.networkOf(request)));
  }

  @Post('verify')
  @Needs('public')
  @MaxBodyBytes(SIGN_IN_BYTES)
  @Operation(verifying)
  async verifyChallenge(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() signed: VerifyDto,
  ) {
    const { chain } = this.options.terms;
    return sessionView(await this.signIn.verify(request, reply, signed), chain);
  }
}
