import { Body, Controller, Param, Post, Req } from '@nestjs/common';
import { requireTextOrHtml, sendRequest } from '@mailroom/agent-view';
import { invalidField } from '@mailroom/errors';
import { Caller, MaxBodyBytes, Needs, singleHeader } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { EmailService, type EmailPlace } from '@mailroom/mail';
import { IdempotencyKey, one, Operation } from '@mailroom/openapi';
import { JobStatusService, SubmissionService } from '@mailroom/sending';
import type { FastifyRequest } from 'fastify';
import { ApiSettings } from '../api-settings.js';
import { SelfMailbox } from '../mailboxes/self-mailbox.js';
import { emailIdOf } from '../text-id.js';
import { MESSAGE_BYTES, ReplyMessageDto, SendMessageDto } from './message.dto.js';
import { queuedMessageResource, queuedMessageView } from './queued-message.js';

@Controller('v1/messages')
@Needs('send')
export class SendingController {
  constructor(
    private readonly self: SelfMailbox,
    private readonly submissions: SubmissionService,
    private readonly emails: EmailService,
    private readonly jobs: JobStatusService,
    private readonly settings: ApiSettings,
  ) {}

  @Post('send')
  @MaxBodyBytes(MESSAGE_BYTES)
  @IdempotencyKey()
  @Operation({ summary: 'Send a message', status: 202, answer: one(queuedMessageResource) })
  async sendMessage(@Caller() caller: Principal, @Req() request: FastifyRequest, @Body() body: SendMessageDto) {
    requireTextOrHtml(body);
    const send = sendRequest('send', body, singleHeader(request.raw, 'idempotency-key'));
    const mailbox = await this.self.of(caller);
    const { emailId: id } = await this.submissions.send(caller, mailbox, send);
    return this.#queued(caller, { id, mailboxId: mailbox.id });
  }

  @Post(':messageId/reply')
  @MaxBodyBytes(MESSAGE_BYTES)
  @IdempotencyKey()
  @Operation({ summary: 'Reply to a received message in its thread', status: 202, answer: one(queuedMessageResource) })
  async replyToMessage(
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Param('messageId') messageId: string,
    @Body() body: ReplyMessageDto,
  ) {
    requireTextOrHtml(body);
    return this.#reply(caller, emailIdOf(messageId), body, singleHeader(request.raw, 'idempotency-key'));
  }

  async #reply(caller: Principal, emailId: number, body: ReplyMessageDto, key: string | undefined) {
    await this.self.of(caller);
    const { email, mailbox, content } = await this.emails.requireFull(caller, emailId);
    if (email.direction !== 'received') throw invalidField('messageId', 'must name a received message');
    // The key stands for the message that is answered, too.
    const said = { ...body, emailId };
    const reply = { ...sendRequest('reply', said, key), replyAll: body.replyAll };
    const { emailId: id } = await this.submissions.reply(caller, email, content, mailbox, reply);
    return this.#queued(caller, { id, mailboxId: mailbox.id });
  }

  async #queued(caller: Principal, email: EmailPlace) {
    return queuedMessageView(await this.jobs.requireOfEmail(caller, email), this.settings.baseUrl);
  }
}
