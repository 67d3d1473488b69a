import { Controller, Param, Post } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { Caller, Needs, query } from '@mailroom/http';
import { MailboxPasswords, type Principal } from '@mailroom/identity';
import { LeaseService } from '@mailroom/leases';
import { signInIdOf } from '@mailroom/mail';
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
    description:
      'The one before it is over, and so are sign-ins with it. A lease that has ended gets none, and who signed in with the password replaces none: 403.',
    answer: one(credentialsResource),
  })
  async resetCredentials(@Caller() caller: Principal, @Param('account_id') accountId: string) {
    requireMoreThanPassword(caller);
    const mailbox = await this.callers.mailbox(caller, query.smallPathId(accountId, 'account_id'));
    await this.leases.requireNotEnded(mailbox.id);
    return credentialsView(mailbox, await this.passwords.reset(caller, mailbox), this.settings.baseUrl);
  }
}

/** A sign-in is over after some hours; whoever finds one open would keep the mailbox with a password of his own. */
function requireMoreThanPassword(caller: Principal): void {
  if (signInIdOf(caller.id) === null) return;
  throw new DomainError('insufficient_scope', 'A sign-in with the password of a mailbox does not replace it.', {
    fix: 'Reset it with the session of the wallet that leased the mailbox, or with the token of a signup.',
  });
}
