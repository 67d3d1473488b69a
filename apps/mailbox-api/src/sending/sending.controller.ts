import { Body, Controller, Post, Req } from '@nestjs/common';
import { actorOf, EmailPresenter, emailResource, sendRequest } from '@mailroom/agent-view';
import { Caller, MaxBodyBytes, Needs, singleHeader } from '@mailroom/http';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '@mailroom/identity';
import { EmailRepository, EmailService, MailboxAccess, type Mailbox } from '@mailroom/mail';
import { IdempotencyKey, one } from '@mailroom/openapi';
import { SubmissionService } from '@mailroom/sending';
import type { FastifyRequest } from 'fastify';
import { Operation } from '../openapi/api-operation.js';
import { MESSAGE_BYTES, ReplyDto, SendDto } from './sending.dto.js';

@Controller()
export class SendingController {
  constructor(
    private readonly submissions: SubmissionService,
    private readonly emails: EmailService,
    private readonly emailRows: EmailRepository,
    private readonly access: MailboxAccess,
    private readonly presenter: EmailPresenter,
  ) {}

  @Post('send')
  @Needs('send')
  @MaxBodyBytes(MESSAGE_BYTES)
  @IdempotencyKey()
  @Operation({ summary: 'Send an email', answer: one(emailResource) })
  async sendEmail(@Caller() caller: Principal, @Req() request: FastifyRequest, @Body() body: SendDto) {
    const send = sendRequest('send', body, singleHeader(request.raw, 'idempotency-key'));
    const mailbox = await this.access.require(caller, body.accountId);
    const { emailId } = await this.submissions.send(caller, mailbox, send);
    return this.#sent(caller, emailId, mailbox);
  }

  @Post('reply')
  @Needs('send')
  @MaxBodyBytes(MESSAGE_BYTES)
  @IdempotencyKey()
  @Operation({ summary: 'Reply to a received email', answer: one(emailResource) })
  async replyToEmail(@Caller() caller: Principal, @Req() request: FastifyRequest, @Body() body: ReplyDto) {
    const reply = sendRequest('reply', body, singleHeader(request.raw, 'idempotency-key'));
    const { email, mailbox, content } = await this.emails.requireFull(caller, body.emailId);
    requireMailbox(mailbox, body.accountId);
    const completeTask = body.completeTask ? actorOf(caller, body) : undefined;
    const answer = { ...reply, replyAll: body.replyAll, useReplyTo: body.useReplyTo, completeTask };
    const { emailId } = await this.submissions.reply(caller, email, content, mailbox, answer);
    return this.#sent(caller, emailId, mailbox);
  }

  async #sent(caller: Principal, emailId: number, mailbox: Mailbox) {
    const full = await this.emailRows.findFull(emailId, mailbox.id);
    // An idempotency key outlives its email: what was sent under it is not sent again.
    if (!full) throw new DomainError('not_found', 'The email that was sent under this key was deleted.');
    return this.presenter.one(caller, full.email, mailbox, { content: full.content });
  }
}

function requireMailbox(mailbox: Mailbox, accountId: number | undefined): void {
  if (accountId === undefined || accountId === mailbox.id) return;
  throw new DomainError('not_found', 'There is no such email in this mailbox.');
}
