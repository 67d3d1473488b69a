import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { EmailService, MailboxAccess } from '@mailroom/mail';
import { accountParameter, Operation } from '../openapi/api-operation.js';
import { EmailPresenter } from './email.presenter.js';
import { MarkReadDto } from './mark-read.dto.js';

const views = ['summary', 'full'] as const;
const viewParameter = { view: { type: 'string', description: 'summary or full' } } as const;

const listParameters = {
  ...accountParameter,
  type: { type: 'integer', description: '0 received (default), 1 sent' },
  ...viewParameter,
} as const;

@Controller()
export class EmailsController {
  constructor(
    private readonly emails: EmailService,
    private readonly access: MailboxAccess,
    private readonly presenter: EmailPresenter,
  ) {}

  @Get('emails')
  @Needs('read')
  @Operation({ summary: 'List emails', data: 'Email[]', paged: true, query: listParameters })
  async listEmails(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const { view, page, accountId } = emailsQuery(parameters);
    const mailbox = await this.access.require(caller, accountId);
    return this.presenter.page(mailbox, page, view);
  }

  @Get('emails/:emailId')
  @Needs('read')
  @Operation({ summary: 'Read one email', data: 'Email', query: viewParameter })
  async getEmail(@Caller() caller: Principal, @Param('emailId') emailId: string, @Query() parameters: QueryString) {
    const view = query.oneOf(parameters, 'view', views) ?? 'full';
    const { email, mailbox } = await this.emails.require(caller, query.pathId(emailId, 'emailId'));
    return this.presenter.one(email, mailbox, { view });
  }

  @Put('read')
  @Needs('read')
  @Operation({ summary: 'Mark emails as read', data: 'MarkedRead' })
  async markRead(@Caller() caller: Principal, @Body() body: MarkReadDto) {
    return { updated: await this.emails.markRead(caller, [...new Set(body.emailIds)]) };
  }
}

function emailsQuery(parameters: QueryString) {
  const direction = query.integer(parameters, 'type', 0, 1) === 1 ? ('sent' as const) : ('received' as const);
  const view = query.oneOf(parameters, 'view', views) ?? 'summary';
  return { view, page: { ...query.page(parameters), direction }, accountId: query.accountId(parameters) };
}
