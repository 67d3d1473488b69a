import { Injectable } from '@nestjs/common';
import { claimFilter, claimOf, DEFAULT_TTL_SECONDS } from '@mailroom/agent-view';
import { requireScope } from '@mailroom/identity';
import { MailboxAccess } from '@mailroom/mail';
import { about, boolean, object, orNull } from '@mailroom/openapi';
import { WaitingClaims } from '@mailroom/tasks';
import { emailFull } from '../mail/mail-schemas.js';
import { DEFAULT_BODY_CHARS } from '../mail/mail-view.js';
import { ToolMail } from '../mail/tool-mail.js';
import { accountId, bounded, maxBodyChars, owner } from './input.js';
import { tool, ToolSource, works } from './tool.js';

const MIN_TTL_SECONDS = 30;
const MAX_TTL_SECONDS = 3_600;

export const ttlSeconds = about(
  bounded(MIN_TTL_SECONDS, MAX_TTL_SECONDS),
  `For how long the task is yours alone; ${DEFAULT_TTL_SECONDS} if left out.`,
);

@Injectable()
export class ClaimNextTaskTool extends ToolSource {
  constructor(
    private readonly waiting: WaitingClaims,
    private readonly access: MailboxAccess,
    private readonly mail: ToolMail,
  ) {
    super();
  }

  readonly tool = tool({
    name: 'claim_next_task',
    title: 'Take the next email to work on',
    description:
      'Gives you the next email that nobody works on, and keeps it for you alone until the lease ends: read it, answer ' +
      'with reply_to_message, then finish with complete_task (or with completeTask of the reply). Renew the lease with ' +
      'renew_task where it takes longer; give it back with release_task. Keep task.leaseToken. Returns email null where ' +
      'there is nothing to do; waitSeconds waits for it.',
    input: object(
      {},
      {
        owner,
        ttlSeconds,
        waitSeconds: about(bounded(0, 20), 'How long to wait where there is none; 0 if left out.'),
        includeExpired: about(boolean, 'Also tasks that somebody held whose lease has ended.'),
        oldestFirst: about(boolean, 'The oldest first, instead of the newest.'),
        maxBodyChars,
        accountId,
      },
    ),
    output: object({ email: orNull(emailFull) }),
    traits: works,
    run: async ({ caller, fence, gone }, { waitSeconds = 0, oldestFirst = false, ...input }) => {
      requireScope(caller, 'read');
      const { includeExpired } = input;
      const filter = claimFilter({ includeExpired, timeSort: oldestFirst ? 1 : 0 }, 1);
      const mailbox = await this.access.require(caller, input.accountId);
      const patience = { seconds: waitSeconds, gone, tenantId: caller.tenantId };
      const [task] = await this.waiting.claimOrWait(mailbox.id, claimOf(caller, input), filter, patience);
      const email = task && (await this.mail.presenter.ofTask(caller, task, mailbox));
      if (!email) return { output: { email: null } };
      const piece = { offset: 0, maxChars: input.maxBodyChars ?? DEFAULT_BODY_CHARS };
      const { output, warnings = [] } = this.mail.full(email, piece, fence);
      return { output: { email: output }, warnings };
    },
  });

  override readonly tools = [this.tool];
}
