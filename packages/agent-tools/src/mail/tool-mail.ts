import { Injectable } from '@nestjs/common';
import { EmailPresenter, type EmailResource } from '@mailroom/agent-view';
import { EmailService, EmailVerdictRepository, type Mailbox } from '@mailroom/mail';
import type { Principal } from '@mailroom/identity';
import type { ToolAnswer } from '../tools/tool.js';
import type { Fence } from '../fence/fence.js';
import type { EmailFull, EmailSummary } from './mail-schemas.js';
import { fullView, summaryView, warningsOf, type TextPiece } from './mail-view.js';

type EmailPage = {
  readonly items: readonly EmailResource[];
  readonly nextCursor: number | null;
  readonly hasMore: boolean;
};

/** Shows emails to tools: as the agent API does, with what senders wrote in a fence. */
@Injectable()
export class ToolMail {
  constructor(
    readonly presenter: EmailPresenter,
    private readonly emails: EmailService,
    private readonly verdicts: EmailVerdictRepository,
  ) {}

  /** Shows a page of summaries. */
  async summaries({ items, nextCursor, hasMore }: EmailPage, fence: Fence) {
    const verdicts = await this.verdicts.find(items.map(({ id, accountId: mailboxId }) => ({ id, mailboxId })));
    const shown: EmailSummary[] = items.map((email) => summaryView(email, verdicts.get(email.id), fence));
    return { output: { items: shown, nextCursor, hasMore }, warnings: warningsOf([...verdicts.values()]) };
  }

  /** Shows one email with a piece of its text. */
  full(email: EmailResource, piece: TextPiece, fence: Fence): ToolAnswer<EmailFull> {
    const output = fullView(email, piece, fence);
    return { output, warnings: warningsOf([judged(output)]) };
  }

  /** Shows several, with as much text of each. */
  fulls(emails: readonly EmailResource[], piece: TextPiece, fence: Fence): ToolAnswer<EmailFull[]> {
    const output = emails.map((email) => fullView(email, piece, fence));
    return { output, warnings: warningsOf(output.map(judged)) };
  }

  /** Reads one email that the caller may see. @throws not_found */
  async read(caller: Principal, emailId: number): Promise<{ email: EmailResource; mailbox: Mailbox }> {
    const { email, mailbox, content } = await this.emails.requireFull(caller, emailId);
    return { email: await this.presenter.one(caller, email, mailbox, { content }), mailbox };
  }
}

function judged({ emailId, authentication, signals }: EmailFull) {
  return { emailId, dmarc: authentication.dmarc, signals };
}
