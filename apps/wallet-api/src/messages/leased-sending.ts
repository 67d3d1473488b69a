import { Injectable } from '@nestjs/common';
import { idempotencyKey, requireTextOrHtml, sendRequest } from '@mailroom/agent-view';
import { MailboxPasswords, type Principal } from '@mailroom/identity';
import { Cooldown, PaidCalls } from '@mailroom/leases';
import type { Mailbox } from '@mailroom/mail';
import { JobStatusService, SubmissionService, type OutboundJob } from '@mailroom/sending';
import type { SendLeasedMessageDto } from './send.dto.js';
import type { SendHeaders } from './send-headers.js';

/** Sends mail of a mailbox for whoever knows its password. */
@Injectable()
export class LeasedSending {
  constructor(
    private readonly passwords: MailboxPasswords,
    private readonly submissions: SubmissionService,
    private readonly jobs: JobStatusService,
    private readonly calls: PaidCalls,
    private readonly cooldown: Cooldown,
  ) {}

  /**
   * What the message costs, or counts as, is written in the commit that accepts it; one that is answered as an earlier
   * one of its idempotency key was costs nothing.
   * @throws invalid_request, invalid_mailbox_password, payment_required, cooldown_limit, and what `SubmissionService` throws
   */
  async send(
    caller: Principal,
    mailbox: Mailbox,
    body: SendLeasedMessageDto,
    { idempotencyKey: header, proof }: SendHeaders,
  ): Promise<OutboundJob> {
    const { to, subject, text, html, idempotency_key: field } = body;
    requireTextOrHtml(body);
    const key = idempotencyKey(header, field, 'idempotency_key');
    const said = { to, subject, text, html, idempotencyKey: key };
    const request = sendRequest('send', said);
    await this.passwords.require(mailbox.id, body.mailbox_password);
    const sent = await this.submissions.send(caller, mailbox, request, async (tx) => {
      await this.cooldown.count(tx, mailbox.tenantId);
      await this.calls.charge(tx, { kind: 'send', principal: caller, proof });
    });
    return this.jobs.requireOfEmail(caller, { id: sent.emailId, mailboxId: mailbox.id });
  }
}
