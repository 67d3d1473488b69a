import { Injectable } from '@nestjs/common';
import { requireScope } from '@mailroom/identity';
import { about, object } from '@mailroom/openapi';
import { emailFull } from '../mail/mail-schemas.js';
import { DEFAULT_BODY_CHARS } from '../mail/mail-view.js';
import { ToolMail } from '../mail/tool-mail.js';
import { accountId, bounded, emailId, maxBodyChars } from './input.js';
import { requireAccount } from './require-account.js';
import { reads, tool, ToolSource } from './tool.js';

@Injectable()
export class GetEmailTool extends ToolSource {
  constructor(private readonly mail: ToolMail) {
    super();
  }

  readonly tool = tool({
    name: 'get_email',
    title: 'Read an email',
    description:
      'Returns one email: its text without quoted history and signature, one-time codes, links, attachments, how far its ' +
      'sender can be believed, and the state of its task. Long text comes in pieces: while nextOffset is not null, ' +
      'call again with it as offset. It does not mark the email as read.',
    input: object(
      { emailId },
      {
        maxBodyChars,
        offset: about(bounded(0, 100_000_000), 'Where the text begins; 0, or an earlier nextOffset.'),
        accountId,
      },
    ),
    output: emailFull,
    traits: reads,
    run: async (
      { caller, fence },
      { emailId: wanted, maxBodyChars: maxChars = DEFAULT_BODY_CHARS, offset = 0, ...input },
    ) => {
      requireScope(caller, 'read');
      const { email } = await this.mail.read(caller, wanted);
      requireAccount(email, input.accountId);
      return this.mail.full(email, { offset, maxChars }, fence);
    },
  });

  override readonly tools = [this.tool];
}
