import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { idPage, pageOf, pageParameters, query, type Query as QueryString } from '@mailroom/http';
import type { OperatorCall } from '@mailroom/identity';
import { MAILBOX_ACTIVE, MAILBOX_DISABLED, MailboxService, OperatorMailboxRepository } from '@mailroom/mail';
import { cursorPageOf, one, Operation, type QueryParameter } from '@mailroom/openapi';
import { Operator } from '../auth/operator.guard.js';
import { ReasonDto } from '../reason.dto.js';
import { searchText } from '../search-text.js';
import { tenantParameter } from '../tenant-parameter.js';
import { mailboxResource, mailboxView } from './mailbox.js';

const mailboxParameters: Readonly<Record<string, QueryParameter>> = {
  ...tenantParameter,
  q: {
    type: 'string',
    description: 'what its address begins with; at most the first 1000 are found',
    maxLength: 200,
  },
  disabled: { type: 'boolean', description: 'true: only those that somebody has disabled' },
  ...pageParameters,
};

@Controller('mailboxes')
export class MailboxesController {
  constructor(
    private readonly mailboxes: OperatorMailboxRepository,
    private readonly service: MailboxService,
  ) {}

  @Get()
  @Operation({
    summary: 'Mailboxes, newest first',
    answer: cursorPageOf(mailboxResource),
    query: mailboxParameters,
  })
  async listMailboxes(@Query() parameters: QueryString) {
    const { limit, cursor } = idPage(parameters);
    const [tenantId, begins] = [searchText(parameters, 'tenantId'), searchText(parameters, 'q')];
    const disabled = query.boolean(parameters, 'disabled') ?? false;
    const found = await this.mailboxes.list({ tenantId, begins, disabled }, { cursor, limit: limit + 1 });
    return pageOf(found.map(mailboxView), limit, ({ accountId }) => String(accountId));
  }

  @Get(':accountId')
  @Operation({ summary: 'One mailbox', answer: one(mailboxResource) })
  async getMailbox(@Param('accountId') accountId: string) {
    return this.#one(query.smallPathId(accountId, 'accountId'));
  }

  @Post(':accountId/disable')
  @Operation({ summary: 'Let a mailbox neither take nor send mail', answer: one(mailboxResource) })
  async disableMailbox(
    @Operator() by: OperatorCall,
    @Param('accountId') accountId: string,
    @Body() { reason }: ReasonDto,
  ) {
    const { id } = await this.service.setStatus(query.smallPathId(accountId, 'accountId'), MAILBOX_DISABLED, {
      by,
      reason,
    });
    return this.#one(id);
  }

  @Post(':accountId/enable')
  @Operation({ summary: 'Let a mailbox take and send mail again', answer: one(mailboxResource) })
  async enableMailbox(
    @Operator() by: OperatorCall,
    @Param('accountId') accountId: string,
    @Body() { reason }: ReasonDto,
  ) {
    const { id } = await this.service.setStatus(query.smallPathId(accountId, 'accountId'), MAILBOX_ACTIVE, {
      by,
      reason,
    });
    return this.#one(id);
  }

  async #one(id: number) {
    const mailbox = await this.mailboxes.find(id);
    if (!mailbox) throw new DomainError('not_found', `There is no mailbox ${id}.`);
    return mailboxView(mailbox);
  }
}
