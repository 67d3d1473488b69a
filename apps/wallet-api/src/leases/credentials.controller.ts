import { Controller, Param, Post } from '@nestjs/common';
import { Caller, Needs, query } from '@mailroom/http';
import { MailboxPasswords, type Principal } from '@mailroom/identity';
import { LeaseService } from '@mailroom/leases';
import { one, Operation } from '@mailroom/openapi';
import { ApiSettings } from '../api-settings.js';
import { credentialsResource, credentialsView } from './lease.js';
import { WalletCaller } from './wallet-caller.js';

@Controller('mailboxes/accounts')
export class CredentialsController {
  constructor(
    private readonly callers: WalletCaller,
    private readonly leases: LeaseService,
    private readonly passwords: MailboxPasswords,
    private readonly settings: ApiSettings,
  ) {}

  @Post(':account_id/credentials/reset')
  @Needs('send')
  @Operation({
    summary: 'Give a mailbox a new password',
    description: 'The one before it is over, and so are sign-ins with it. A lease that has ended gets none: 403.',
    answer: one(credentialsResource),
  })
  async resetCredentials(@Caller() caller: Principal, @Param('account_id') accountId: string) {
    const mailbox = await this.callers.mailbox(caller, query.smallPathId(accountId, 'account_id'));
    await this.leases.requireNotEnded(mailbox.id);
    return credentialsView(mailbox, await this.passwords.reset(caller, mailbox), this.settings.baseUrl);
  }
}
