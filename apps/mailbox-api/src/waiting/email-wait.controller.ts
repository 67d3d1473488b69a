import { Body, Controller, Post } from '@nestjs/common';
import { EmailPresenter, waitedEmailResource } from '@mailroom/agent-view';
import { Caller, ClientGone, Needs, parseInstant } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { EmailWaits, MailboxAccess, type EmailCriteria } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { Operation } from '../openapi/api-operation.js';
import { EmailWaitDto } from './email-wait.dto.js';

const DEFAULT_TIMEOUT_SECONDS = 30;

@Controller('emails/wait')
export class EmailWaitController {
  constructor(
    private readonly waits: EmailWaits,
    private readonly access: MailboxAccess,
    private readonly presenter: EmailPresenter,
  ) {}

  @Post()
  @Needs('read')
  @Operation({ summary: 'Wait for an email', answer: one(waitedEmailResource) })
  async waitForEmail(@Caller() caller: Principal, @Body() body: EmailWaitDto, @ClientGone() gone: AbortSignal) {
    const mailbox = await this.access.require(caller, body.accountId);
    const seconds = body.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
    const patience = { seconds, gone, principalId: caller.id, tenantId: caller.tenantId };
    const email = await this.waits.next(mailbox.id, criteriaOf(body), patience);
    return { timedOut: email === null, email: email && (await this.presenter.one(caller, email, mailbox)) };
  }
}

function criteriaOf({ afterEmailId, since, from, to, subject, has }: EmailWaitDto): EmailCriteria {
  return { afterEmailId, since: since === undefined ? undefined : parseInstant(since), from, to, subject, has };
}
