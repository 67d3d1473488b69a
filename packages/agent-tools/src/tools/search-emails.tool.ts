import { Injectable } from '@nestjs/common';
import { pageAnswer } from '@mailroom/agent-view';
import { requireScope } from '@mailroom/identity';
import { MailboxAccess } from '@mailroom/mail';
import { about, boolean, object, word } from '@mailroom/openapi';
import { EmailSearch } from '@mailroom/search';
import { ToolMail } from '../mail/tool-mail.js';
import { accountId, DEFAULT_LIMIT, instant, instantOf, paging, shortText } from './input.js';
import { summaryPage } from './list-emails.tool.js';
import { reads, tool, ToolSource } from './tool.js';

const words = (what: string) => about(shortText(500), what);

@Injectable()
export class SearchEmailsTool extends ToolSource {
  constructor(
    private readonly found: EmailSearch,
    private readonly access: MailboxAccess,
    private readonly mail: ToolMail,
  ) {
    super();
  }

  readonly tool = tool({
    name: 'search_emails',
    title: 'Search emails',
    description:
      'Finds emails by words of their subject, addresses and text, newest first, received and sent. All words must be ' +
      'there; "quoted words" must stand together. Narrow it by sender, recipient, subject, time or direction. Returns ' +
      'summaries; read one with get_email. Mail is found a few seconds after it came.',
    input: object(
      {},
      {
        q: words('Words and "phrases" anywhere in the email.'),
        from: words("Words of the sender's name or address."),
        to: words("Words of a recipient's name or address."),
        subject: words('Words and "phrases" of the subject.'),
        since: instant,
        before: instant,
        direction: word(['received', 'sent']),
        hasAttachment: boolean,
        ...paging,
        accountId,
      },
    ),
    output: summaryPage,
    traits: reads,
    run: async ({ caller, fence }, { limit = DEFAULT_LIMIT, cursor, accountId: account, since, before, ...input }) => {
      requireScope(caller, 'read');
      const mailbox = await this.access.require(caller, account);
      const { q, from, to, subject, direction, hasAttachment } = input;
      const times = { since: instantOf('since', since), before: instantOf('before', before) };
      const filter = { q, from, to, subject, direction, hasAttachment, ...times };
      const page = { cursor, limit: limit + 1, oldestFirst: false };
      const { emails } = await this.found.search(mailbox.id, filter, page);
      const { items, ...rest } = pageAnswer(emails, limit);
      return this.mail.summaries({ items: await this.mail.presenter.many(caller, items, mailbox), ...rest }, fence);
    },
  });

  override readonly tools = [this.tool];
}
