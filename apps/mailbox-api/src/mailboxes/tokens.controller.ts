import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import {
  all,
  deletedResource,
  issuedTokenResource,
  issuedTokenView,
  mailboxTokenResource,
  tokenView,
} from '@mailroom/agent-view';
import { Database } from '@mailroom/database';
import { Caller, Needs, query } from '@mailroom/http';
import { TokenService, type Principal } from '@mailroom/identity';
import { MailboxAccess } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { Operation } from '../openapi/api-operation.js';
import { CreateTokenDto } from './mailbox.dto.js';
import { tokenRequest } from './token-request.js';

@Controller()
export class TokensController {
  constructor(
    private readonly database: Database,
    private readonly access: MailboxAccess,
    private readonly tokens: TokenService,
  ) {}

  @Get('mailboxes/:accountId/tokens')
  @Needs('manager')
  @Operation({ summary: "List a mailbox's tokens", answer: all(mailboxTokenResource) })
  async listTokens(@Caller() caller: Principal, @Param('accountId') accountId: string) {
    const mailbox = await this.access.require(caller, query.smallPathId(accountId, 'accountId'));
    const tokens = await this.tokens.listOfMailbox(mailbox.id);
    return { items: tokens.map((token) => tokenView(token, mailbox)) };
  }

  @Post('mailboxes/:accountId/tokens')
  @Needs('manager')
  @Operation({ summary: 'Create a token of a mailbox', answer: one(issuedTokenResource) })
  async createToken(@Caller() caller: Principal, @Param('accountId') accountId: string, @Body() body: CreateTokenDto) {
    const mailbox = await this.access.require(caller, query.smallPathId(accountId, 'accountId'));
    const request = tokenRequest(body);
    const token = await this.database.transaction((tx) => this.tokens.issueMailboxToken(tx, caller, mailbox, request));
    return issuedTokenView(token, mailbox);
  }

  @Delete('tokens/:tokenId')
  @Needs('read')
  @Operation({ summary: 'Revoke a token', answer: one(deletedResource) })
  async revokeToken(@Caller() caller: Principal, @Param('tokenId') tokenId: string) {
    const id = query.smallPathId(tokenId, 'tokenId');
    await this.tokens.revoke(caller, id);
    return { id };
  }
}
