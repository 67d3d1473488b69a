import { Injectable } from '@nestjs/common';
import { requireScope, type Principal } from '@mailroom/identity';
import { MailboxAccess } from '@mailroom/mail';
import { about, boolean, list, nullable, object, word } from '@mailroom/openapi';
import type { Fence } from '../fence/fence.js';
import { emailSummary } from '../mail/mail-schemas.js';
import { ToolMail } from '../mail/tool-mail.js';
import { accountId, DEFAULT_LIMIT, paging, shortText } from './input.js';
import { reads, tool, ToolSource } from './tool.js';

/** A page of emails. */
export const summaryPage = object({
  items: list(emailSummary),
  nextCursor: about(nullable('integer'), 'the cursor of the next page; null at the end'),
  hasMore: boolean,
});

const label = about(shortText(64), 'Only emails that carry this label.');

type Wanted = {
  readonly direction: 'received' | 'sent';
  readonly accountId?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: number | undefined;
  readonly label?: string | undefined;
};

@Injectable()
export class ListEmailsTool extends ToolSource {
  constructor(
    private readonly access: MailboxAccess,
    private readonly mail: ToolMail,
  ) {
    super();
  }

  readonly tool = tool({
    name: 'list_emails',
    title: 'List emails',
    description:
      'Lists the emails of your mailbox, newest first, without their text. Use direction "sent" to see whether what you ' +
      'sent was delivered. Read one with get_email; look for words with search_emails.',
    input: object(
      {},
      { direction: about(word(['received', 'sent']), 'received if left out.'), label, ...paging, accountId },
    ),
    output: summaryPage,
    traits: reads,
    run: ({ caller, fence }, { direction = 'received', ...input }) =>
      this.#list(caller, fence, { direction, ...input }),
  });

  /** The same, of received mail. */
  readonly received = tool({
    name: 'list_messages',
    title: 'List received messages',
    description:
      'Lists the mail that came in, newest first, without its text: list_emails with direction "received". Read one with ' +
      'get_email.',
    input: object({}, { label, ...paging, accountId }),
    output: summaryPage,
    traits: reads,
    run: ({ caller, fence }, input) => this.#list(caller, fence, { direction: 'received', ...input }),
  });

  override readonly tools = [this.tool, this.received];

  async #list(caller: Principal, fence: Fence, { limit = DEFAULT_LIMIT, accountId: account, ...wanted }: Wanted) {
    requireScope(caller, 'read');
    const mailbox = await this.access.require(caller, account);
    const page = { ...wanted, cursor: wanted.cursor, label: wanted.label, limit, oldestFirst: false };
    return this.mail.summaries(await this.mail.presenter.page(caller, mailbox, page, { view: 'summary' }), fence);
  }
}
