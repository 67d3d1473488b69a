import { Controller, Get } from '@nestjs/common';
import { Caller, Needs } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { MailboxService } from '@mailroom/mail';
import { mailboxView } from '../mailboxes/mailbox.view.js';
import { Operation } from '../openapi/api-operation.js';

@Controller()
export class IdentityController {
  constructor(private readonly mailboxes: MailboxService) {}

  @Get('me')
  @Needs('read')
  @Operation({ summary: 'The authenticated identity and its mailboxes', data: 'Identity' })
  async getMe(@Caller() caller: Principal) {
    const mailboxes = await this.mailboxes.list(caller);
    const { level: type, tokenId, name, scopes, expiresAt } = caller;
    const principal = { type, tokenId, name, scopes, expiresAt: expiresAt?.toISOString() ?? null };
    return { principal, tenantId: caller.tenantId, mailboxes: mailboxes.map(mailboxView) };
  }
}
