import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { requireScope } from '@mailroom/identity';
import { EmailWaits, MAILBOX_ACTIVE, MailboxAccess, type Mailbox } from '@mailroom/mail';
import { about, boolean, object, orNull, word } from '@mailroom/openapi';
import { emailFull } from '../mail/mail-schemas.js';
import { DEFAULT_BODY_CHARS } from '../mail/mail-view.js';
import { ToolMail } from '../mail/tool-mail.js';
import { accountId, bounded, id, instant, instantOf, maxBodyChars, shortText } from './input.js';
import { reads, tool, ToolSource } from './tool.js';

const DEFAULT_TIMEOUT_SECONDS = 30;
/** The official clients give a call up after 60 seconds, and what comes at that moment is lost to them. */
const LONGEST_SECONDS = 55;

@Injectable()
export class WaitForEmailTool extends ToolSource {
  constructor(
    private readonly waits: EmailWaits,
    private readonly access: MailboxAccess,
    private readonly mail: ToolMail,
  ) {
    super();
  }

  readonly tool = tool({
    name: 'wait_for_email',
    title: 'Wait for an email',
    description:
      'Waits until an email comes that fits, and returns it: use it after you asked a site to send a code (has: "code") ' +
      'or a link. Only mail that comes after the call counts, unless you name afterEmailId or since. Returns email null ' +
      'and timedOut true where none came: call again to go on waiting.',
    input: object(
      {},
      {
        from: about(shortText(320), 'Part of the sender.'),
        to: about(shortText(320), 'Part of a recipient.'),
        subject: about(shortText(500), 'Part of the subject.'),
        has: word(['code', 'link', 'attachment']),
        afterEmailId: about(id, 'Also mail that is there already, after this email.'),
        since: about(instant, 'Also mail that is there already, from this time on.'),
        timeoutSeconds: about(
          bounded(1, 60),
          `How long to wait; ${DEFAULT_TIMEOUT_SECONDS} if left out. An answer comes after ${LONGEST_SECONDS} at the latest.`,
        ),
        maxBodyChars,
        accountId,
      },
    ),
    output: object({ timedOut: boolean, email: orNull(emailFull) }),
    traits: reads,
    run: async ({ caller, fence, gone }, { timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, since, ...input }) => {
      requireScope(caller, 'read');
      const mailbox = await this.access.require(caller, input.accountId);
      const { from, to, subject, has, afterEmailId } = input;
      const criteria = { from, to, subject, has, afterEmailId, since: instantOf('since', since) };
      const seconds = Math.min(timeoutSeconds, LONGEST_SECONDS);
      const patience = { seconds, gone, principalId: caller.id, tenantId: caller.tenantId };
      const email = await this.waits.next(mailbox.id, criteria, patience);
      if (!email) {
        requireOpen(await this.access.require(caller, mailbox.id));
        return { output: { timedOut: true, email: null } };
      }
      const piece = { offset: 0, maxChars: input.maxBodyChars ?? DEFAULT_BODY_CHARS };
      const { output, warnings = [] } = this.mail.full(
        await this.mail.presenter.one(caller, email, mailbox),
        piece,
        fence,
      );
      return { output: { timedOut: false, email: output }, warnings };
    },
  });

  override readonly tools = [this.tool];
}

/** Whoever is told that the time was over calls again, and would do so for ever. @throws policy_suspended */
function requireOpen({ status }: Mailbox): void {
  if (status === MAILBOX_ACTIVE) return;
  throw new DomainError('policy_suspended', 'This mailbox takes no mail any more, so none will come.', {
    fix: 'Do not wait again: its lease has ended, or it was disabled. What came before is in list_emails.',
  });
}
