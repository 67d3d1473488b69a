import { Controller, Get, Param, Query } from '@nestjs/common';
import { EmailPresenter, emailResource, pageOf, threadResource, threadView } from '@mailroom/agent-view';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { MailboxAccess, ThreadService } from '@mailroom/mail';
import { bodyParameters, bodyQuery } from '../emails/body-query.js';
import { accountParameter, Operation } from '../openapi/api-operation.js';

@Controller('threads')
@Needs('read')
export class ThreadsController {
  constructor(
    private readonly threads: ThreadService,
    private readonly access: MailboxAccess,
    private readonly presenter: EmailPresenter,
  ) {}

  @Get()
  @Operation({
    summary: 'List the threads of a mailbox',
    answer: pageOf(threadResource),
    paged: true,
    query: accountParameter,
  })
  async listThreads(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const page = query.page(parameters);
    const mailbox = await this.access.require(caller, query.accountId(parameters));
    const { items, ...rest } = await this.threads.list(mailbox, page);
    return { items: items.map(threadView), ...rest };
  }

  @Get(':threadId')
  @Operation({
    summary: "List a thread's emails, received and sent, oldest first unless timeSort=0",
    answer: pageOf(emailResource),
    paged: true,
    query: { ...accountParameter, ...bodyParameters },
  })
  async getThread(@Caller() caller: Principal, @Param('threadId') threadId: string, @Query() parameters: QueryString) {
    const options = bodyQuery(parameters, 'summary');
    const page = query.page({ timeSort: '1', ...parameters });
    const mailbox = await this.access.require(caller, query.accountId(parameters));
    const emails = await this.threads.emails(mailbox, threadId, { ...page, limit: page.limit + 1 });
    return this.presenter.pageOf(caller, emails, page.limit, mailbox, options);
  }
}
