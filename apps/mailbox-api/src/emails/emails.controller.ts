import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { deletedResource, EmailPresenter, emailResource, markedReadResource, pageOf } from '@mailroom/agent-view';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { EmailService, LabelService, MailboxAccess } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { EmailDeletionService } from '@mailroom/sending';
import { downloadAnswer } from '../attachments/download-answer.js';
import { accountParameter, Operation } from '../openapi/api-operation.js';
import { bodyParameters, bodyQuery } from './body-query.js';
import { SetLabelsDto } from './labels.dto.js';
import { MarkReadDto } from './mark-read.dto.js';

const listParameters = {
  ...accountParameter,
  type: { type: 'integer', description: '0 received, 1 sent', enum: [0, 1], default: 0 },
  label: { type: 'string', description: 'only emails that carry this label', maxLength: 64 },
  ...bodyParameters,
} as const;

@Controller()
export class EmailsController {
  constructor(
    private readonly emails: EmailService,
    private readonly labels: LabelService,
    private readonly deletions: EmailDeletionService,
    private readonly access: MailboxAccess,
    private readonly presenter: EmailPresenter,
  ) {}

  @Get('emails')
  @Needs('read')
  @Operation({ summary: 'List emails', answer: pageOf(emailResource), paged: true, query: listParameters })
  async listEmails(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const { options, page, accountId } = emailsQuery(parameters);
    const mailbox = await this.access.require(caller, accountId);
    return this.presenter.page(caller, mailbox, page, options);
  }

  @Get('emails/:emailId')
  @Needs('read')
  @Operation({ summary: 'Read one email', answer: one(emailResource), query: bodyParameters })
  async getEmail(@Caller() caller: Principal, @Param('emailId') emailId: string, @Query() parameters: QueryString) {
    const options = bodyQuery(parameters, 'full');
    return this.presenter.byId(caller, query.pathId(emailId, 'emailId'), options);
  }

  @Get('emails/:emailId/raw')
  @Needs('read')
  @Operation({ summary: 'The message as it was received or sent (RFC 5322)', contentType: 'message/rfc822' })
  async downloadRaw(@Caller() caller: Principal, @Param('emailId') emailId: string) {
    const id = query.pathId(emailId, 'emailId');
    const { size, content } = await this.emails.raw(caller, id);
    return downloadAnswer(content, { type: 'message/rfc822', filename: `${id}.eml`, size });
  }

  @Put('emails/:emailId/labels')
  @Needs('read')
  @Operation({ summary: "Replace an email's labels", answer: one(emailResource) })
  async setLabels(@Caller() caller: Principal, @Param('emailId') emailId: string, @Body() body: SetLabelsDto) {
    const { email, mailbox } = await this.labels.set(caller, query.pathId(emailId, 'emailId'), body.labels);
    return this.presenter.one(caller, email, mailbox, { view: 'summary' });
  }

  @Delete('emails/:emailId')
  @Needs('manager')
  @Operation({ summary: 'Delete an email for ever, with its task and attachments', answer: one(deletedResource) })
  async deleteEmail(@Caller() caller: Principal, @Param('emailId') emailId: string) {
    const id = query.pathId(emailId, 'emailId');
    await this.deletions.delete(caller, id);
    return { id };
  }

  @Put('read')
  @Needs('read')
  @Operation({ summary: 'Mark emails as read', answer: one(markedReadResource) })
  async markRead(@Caller() caller: Principal, @Body() body: MarkReadDto) {
    return { updated: await this.emails.markRead(caller, [...new Set(body.emailIds)]) };
  }
}

function emailsQuery(parameters: QueryString) {
  const direction = query.integer(parameters, 'type', 0, 1) === 1 ? ('sent' as const) : ('received' as const);
  const page = { ...query.page(parameters), direction, label: query.text(parameters, 'label') };
  return { options: bodyQuery(parameters, 'summary'), page, accountId: query.accountId(parameters) };
}
