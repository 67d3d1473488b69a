import { Controller, Get } from '@nestjs/common';
import { identityResource, identityView, MAX_MAILBOXES } from '@mailroom/agent-view';
import { Caller, Needs } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { MailboxService } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { Operation } from '../openapi/api-operation.js';

@Controller()
export class IdentityController {
  constructor(private readonly mailboxes: MailboxService) {}

  @Get('me')
  @Needs('any')
  @Operation({ summary: 'The authenticated identity and its mailboxes', answer: one(identityResource) })
  async getMe(@Caller() caller: Principal) {
    const page = { cursor: undefined, oldestFirst: false, limit: MAX_MAILBOXES + 1 };
    return identityView(caller, await this.mailboxes.list(caller, page));
  }
}
