import { Controller, Get } from '@nestjs/common';
import { Caller, Needs } from '@mailroom/http';
import { tokenIdOf, type Principal } from '@mailroom/identity';
import { MailboxService } from '@mailroom/mail';
import { mailboxView } from '../mailboxes/mailbox.view.js';
import { Operation } from '../openapi/api-operation.js';

/** The size of the largest page of GET /mailboxes, which lists all of them. */
const MAX_MAILBOXES = 50;

@Controller()
export class IdentityController {
  constructor(private readonly mailboxes: MailboxService) {}

  @Get('me')
  @Needs('any')
  @Operation({ summary: 'The authenticated identity and its mailboxes', data: 'Identity' })
  async getMe(@Caller() caller: Principal) {
    const page = { cursor: undefined, oldestFirst: false, limit: MAX_MAILBOXES + 1 };
    const found = await this.mailboxes.list(caller, page);
    const { id, level: type, name, scopes, expiresAt } = caller;
    // Who signed in without a token has none to show.
    const tokenId = tokenIdOf(id) ?? undefined;
    const principal = { type, tokenId, name, scopes, expiresAt: expiresAt?.toISOString() ?? null };
    const mailboxes = found.slice(0, MAX_MAILBOXES).map(mailboxView);
    return { principal, tenantId: caller.tenantId, mailboxes, hasMoreMailboxes: found.length > MAX_MAILBOXES };
  }
}
