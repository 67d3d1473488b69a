import { Body, Controller, Post, Req } from '@nestjs/common';
import { Caller, MaxBodyBytes, Needs } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { MailboxSignIns } from '@mailroom/mail';
import { one, Operation } from '@mailroom/openapi';
import type { FastifyRequest } from 'fastify';
import { MailboxSignInDto } from './mailbox-sign-in.dto.js';
import { mailboxSignInResource, mailboxSignInView } from './mailbox-sign-in.js';
import { SignIn } from './sign-in.js';
import { SIGN_IN_BYTES } from './siwe.controller.js';

const signingIn = {
  summary: 'Sign in to a mailbox with its address and password',
  description:
    'The token works for this mailbox alone, here and on /api/agent/v1, to read and to send. After ten wrong passwords in an hour the network of the client waits, and after three where a hundred came from all networks; an address that is not known is answered in the same way.',
  status: 201,
  answer: one(mailboxSignInResource),
} as const;

@Controller('mailboxes')
export class MailboxSignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly mailboxes: MailboxSignIns,
  ) {}

  @Post('sign-in')
  @Needs('public')
  @MaxBodyBytes(SIGN_IN_BYTES)
  @Operation(signingIn)
  async signInToMailbox(@Req() request: FastifyRequest, @Body() { address, mailbox_password }: MailboxSignInDto) {
    return mailboxSignInView(await this.signIn.mailbox(request, address, mailbox_password));
  }

  @Post('sign-out')
  @Needs('any')
  @Operation({
    summary: 'End a sign-in with the password of a mailbox',
    description: 'The token with which this is called works nowhere from a second later on.',
    status: 204,
  })
  async signOutOfMailbox(@Caller() caller: Principal) {
    await this.mailboxes.end(caller);
  }
}
