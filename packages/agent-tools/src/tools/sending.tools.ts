import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { actorOf, requireTextOrHtml, sendRequest } from '@mailroom/agent-view';
import { DomainError } from '@mailroom/errors';
import { requireScope, type Principal } from '@mailroom/identity';
import { EmailRepository, EmailService, MailboxAccess, type Mailbox } from '@mailroom/mail';
import { about, boolean, integer, list, object, string } from '@mailroom/openapi';
import { SubmissionService } from '@mailroom/sending';
import { ToolMail } from '../mail/tool-mail.js';
import { accountId, addressList, emailId, leaseToken, owner, shortText } from './input.js';
import { requireAccount } from './require-account.js';
import { sends, tool, ToolSource } from './tool.js';

const MAX_TEXT = 1_000_000;

const output = object({
  emailId: about(integer, 'look at it with get_email, or with list_emails and direction "sent"'),
  accountId: integer,
  threadId: string,
  status: about(string, 'queued: on its way; delivered: it is in a mailbox here; sent: the next host has taken it'),
  to: list(string),
  idempotencyKey: about(string, 'send it again with the same call, and nothing is sent twice'),
});

const body = {
  text: about(shortText(MAX_TEXT), 'The message as plain text. Give text, html, or both.'),
  html: about(shortText(MAX_TEXT), 'The message as HTML.'),
  cc: addressList,
  bcc: addressList,
  idempotencyKey: about(
    shortText(128),
    'A key of your own for this message: a second call with it sends nothing more. One is made if it is left out.',
  ),
  accountId,
};

@Injectable()
export class SendingTools extends ToolSource {
  constructor(
    private readonly submissions: SubmissionService,
    private readonly emails: EmailService,
    private readonly rows: EmailRepository,
    private readonly access: MailboxAccess,
    private readonly mail: ToolMail,
  ) {
    super();
  }

  readonly send = tool({
    name: 'send_email',
    title: 'Send an email',
    description:
      'Sends a new email from your mailbox. Use reply_to_message to answer one. Returns as soon as it is queued for ' +
      'certain; see what became of it with get_email. Ask a person first where it commits somebody to something.',
    input: object(
      { to: about(addressList, 'Who gets it: an address, or a list of up to 100.') },
      { subject: shortText(998), ...body },
    ),
    output,
    traits: sends,
    run: async ({ caller }, { to, subject, text, html, accountId: account, ...input }) => {
      requireScope(caller, 'send');
      requireTextOrHtml({ text, html });
      const idempotencyKey = input.idempotencyKey ?? randomUUID();
      const said = { to, subject, text, html, cc: input.cc, bcc: input.bcc, idempotencyKey };
      const request = sendRequest('send', said);
      const mailbox = await this.access.require(caller, account);
      const { emailId: sent } = await this.submissions.send(caller, mailbox, request);
      return this.#answer(caller, sent, mailbox, idempotencyKey);
    },
  });

  readonly reply = tool({
    name: 'reply_to_message',
    title: 'Answer an email',
    description:
      'Answers a received email in its conversation. It goes to whoever wrote it; replyAll adds the other recipients. With ' +
      'completeTask your task on it is finished in the same step: give leaseToken of claim_next_task along.',
    input: object(
      { emailId },
      {
        ...body,
        to: about(addressList, 'Other recipients instead of the sender.'),
        replyAll: boolean,
        completeTask: about(
          boolean,
          'Make the task of this email handled together with the answer; this needs the scope read, too.',
        ),
        owner,
        leaseToken,
      },
    ),
    output,
    traits: sends,
    run: async ({ caller }, { emailId: original, to, text, html, accountId: account, ...input }) => {
      requireScope(caller, 'send');
      requireTextOrHtml({ text, html });
      const { replyAll, completeTask, owner: name, leaseToken: lease } = input;
      const idempotencyKey = input.idempotencyKey ?? randomUUID();
      const asked = { to, text, html, cc: input.cc, bcc: input.bcc };
      const actor = { owner: name, leaseToken: lease };
      const meant = { ...asked, emailId: original, replyAll, completeTask, ...actor, idempotencyKey };
      const { email, mailbox, content } = await this.emails.requireFull(caller, original);
      requireAccount({ accountId: mailbox.id }, account);
      const request = {
        ...sendRequest('reply', meant),
        replyAll,
        completeTask: completeTask ? actorOf(caller, actor) : undefined,
      };
      const { emailId: sent } = await this.submissions.reply(caller, email, content, mailbox, request);
      return this.#answer(caller, sent, mailbox, idempotencyKey);
    },
  });

  override readonly tools = [this.send, this.reply];

  async #answer(caller: Principal, sent: number, mailbox: Mailbox, idempotencyKey: string) {
    const full = await this.rows.findFull(sent, mailbox.id);
    if (!full) throw new DomainError('not_found', 'The email that was sent under this key was deleted.');
    const {
      id,
      accountId: account,
      threadId,
      status,
      to,
    } = await this.mail.presenter.one(caller, full.email, mailbox, {
      view: 'summary',
    });
    const addresses = to.map(({ email }) => email);
    return { output: { emailId: id, accountId: account, threadId, status, to: addresses, idempotencyKey } };
  }
}
