import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import {
  createdMailboxResource,
  createdMailboxView,
  mailboxResource,
  mailboxView,
  pageAnswer,
  pageOf,
} from '@mailroom/agent-view';
import { Caller, Needs, query, TurnstileCheck, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { MailboxService } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { Operation } from '../openapi/api-operation.js';
import { CreateMailboxDto, UpdateMailboxDto } from './mailbox.dto.js';
import { mailboxRequest } from './mailbox-request.js';

const listParameters = {
  email: { type: 'string', description: 'only the mailbox of this address, whatever the case of its letters' },
} as const;

@Controller('mailboxes')
export class MailboxesController {
  constructor(
    private readonly mailboxes: MailboxService,
    private readonly turnstile: TurnstileCheck,
  ) {}

  @Get()
  @Needs('read')
  @Operation({
    summary: 'List the mailboxes that the token reaches',
    answer: pageOf(mailboxResource),
    paged: true,
    query: listParameters,
  })
  async listMailboxes(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const { limit, ...page } = query.page(parameters);
    const email = query.text(parameters, 'email');
    const found = await this.mailboxes.list(caller, { ...page, email, limit: limit + 1 });
    return pageAnswer(found.map(mailboxView), limit);
  }

  @Post()
  @Needs('manager')
  @Operation({ summary: 'Create a mailbox and its first token', answer: one(createdMailboxResource) })
  async createMailbox(@Caller() caller: Principal, @Body() body: CreateMailboxDto) {
    const { mailbox, challenge } = mailboxRequest(body);
    await this.turnstile.require(challenge);
    return createdMailboxView(await this.mailboxes.create(caller, mailbox));
  }

  @Patch(':accountId')
  @Needs('read')
  @Operation({ summary: "Change a mailbox's name, status, catch-all or encryption", answer: one(mailboxResource) })
  async updateMailbox(
    @Caller() caller: Principal,
    @Param('accountId') accountId: string,
    @Body() body: UpdateMailboxDto,
  ) {
    const id = query.smallPathId(accountId, 'accountId');
    return mailboxView(await this.mailboxes.update(caller, id, body));
  }
}
