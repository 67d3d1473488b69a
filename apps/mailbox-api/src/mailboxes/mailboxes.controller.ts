import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { Caller, Needs, query } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { MailboxService } from '@mailroom/mail';
import { Operation } from '../openapi/api-operation.js';
import { CreateMailboxDto, UpdateMailboxDto } from './mailbox.dto.js';
import { issuedTokenView, mailboxView } from './mailbox.view.js';
import { tokenRequest } from './token-request.js';
import { TurnstileCheck } from './turnstile.check.js';

@Controller('mailboxes')
export class MailboxesController {
  constructor(
    private readonly mailboxes: MailboxService,
    private readonly turnstile: TurnstileCheck,
  ) {}

  @Get()
  @Needs('read')
  @Operation({ summary: 'List the mailboxes that the token reaches', data: '[Mailbox]' })
  async listMailboxes(@Caller() caller: Principal) {
    return { items: (await this.mailboxes.list(caller)).map(mailboxView) };
  }

  @Post()
  @Needs('manager')
  @Operation({ summary: 'Create a mailbox and its first token', data: 'CreatedMailbox' })
  async createMailbox(@Caller() caller: Principal, @Body() body: CreateMailboxDto) {
    await this.turnstile.require(body.turnstileToken ?? body.token);
    const { email, name, allReceive, scopes, expiresAt, ownerAccountId = body.accountId } = body;
    const token = tokenRequest({ name: body.tokenName, scopes, expiresAt });
    const created = await this.mailboxes.create(caller, { email, name, allReceive, ownerAccountId, token });
    return { mailbox: mailboxView(created.mailbox), token: issuedTokenView(created.token, created.mailbox.userId) };
  }

  @Patch(':accountId')
  @Needs('manager')
  @Operation({ summary: "Change a mailbox's name, status or catch-all", data: 'Mailbox' })
  async updateMailbox(
    @Caller() caller: Principal,
    @Param('accountId') accountId: string,
    @Body() body: UpdateMailboxDto,
  ) {
    const id = query.smallPathId(accountId, 'accountId');
    return mailboxView(await this.mailboxes.update(caller, id, body));
  }
}
