import { Injectable } from '@nestjs/common';
import { requireScope } from '@mailroom/identity';
import { MailboxAccess, ThreadService } from '@mailroom/mail';
import { about, boolean, list, nullable, object } from '@mailroom/openapi';
import { emailFull } from '../mail/mail-schemas.js';
import { ToolMail } from '../mail/tool-mail.js';
import { accountId, DEFAULT_LIMIT, maxBodyChars, paging, shortText } from './input.js';
import { reads, tool, ToolSource } from './tool.js';

/** Each email is cut to this many characters: a conversation is read for its course. */
const DEFAULT_CHARS = 2_000;

@Injectable()
export class GetThreadTool extends ToolSource {
  constructor(
    private readonly threads: ThreadService,
    private readonly access: MailboxAccess,
    private readonly mail: ToolMail,
  ) {
    super();
  }

  readonly tool = tool({
    name: 'get_thread',
    title: 'Read a conversation',
    description:
      'Returns the emails of one conversation, received and sent, oldest first, each with the beginning of its text. Use ' +
      'it before you answer, to see what was said. Take threadId from any email; read one email whole with get_email.',
    input: object(
      { threadId: about(shortText(200), 'The threadId of an email.') },
      { maxBodyChars, ...paging, accountId },
    ),
    output: object({ items: list(emailFull), nextCursor: nullable('integer'), hasMore: boolean }),
    traits: reads,
    run: async ({ caller, fence }, { threadId, limit = DEFAULT_LIMIT, cursor, ...input }) => {
      requireScope(caller, 'read');
      const mailbox = await this.access.require(caller, input.accountId);
      const page = { cursor, limit: limit + 1, oldestFirst: true };
      const emails = await this.threads.emails(mailbox, threadId, page);
      const maxChars = input.maxBodyChars ?? DEFAULT_CHARS;
      const shown = await this.mail.presenter.pageOf(caller, emails, limit, mailbox, { view: 'full' });
      const { output, warnings = [] } = this.mail.fulls(shown.items, { offset: 0, maxChars }, fence);
      return { output: { ...shown, items: output }, warnings };
    },
  });

  override readonly tools = [this.tool];
}
