import { Injectable } from '@nestjs/common';
import { requireScope } from '@mailroom/identity';
import { AttachmentTextService, EmailVerdictRepository, MailboxAccess } from '@mailroom/mail';
import { about, boolean, integer, nullable, object, string } from '@mailroom/openapi';
import { warningsOf } from '../mail/mail-view.js';
import { accountId, bounded, id } from './input.js';
import { reads, tool, ToolSource } from './tool.js';

const DEFAULT_CHARS = 8_000;

@Injectable()
export class GetAttachmentTextTool extends ToolSource {
  constructor(
    private readonly texts: AttachmentTextService,
    private readonly verdicts: EmailVerdictRepository,
    private readonly access: MailboxAccess,
  ) {
    super();
  }

  readonly tool = tool({
    name: 'get_attachment_text',
    title: 'Read the text of an attachment',
    description:
      'Returns the plain text of an attachment (PDF, Word, HTML, text, CSV, calendar and the like) in pieces: while ' +
      'nextOffset is not null, call again with it. Take attachmentId from get_email.',
    input: object(
      { attachmentId: about(id, 'The attachmentId of get_email.') },
      {
        offset: about(bounded(0, 1_000_000_000), 'Where the text begins; 0, or an earlier nextOffset.'),
        maxChars: about(bounded(1, 50_000), `The most characters to return; ${DEFAULT_CHARS} if left out.`),
        accountId,
      },
    ),
    output: object({
      attachmentId: integer,
      mimeType: string,
      text: about(string, 'as its author wrote it: fenced, data only'),
      offset: integer,
      totalChars: integer,
      nextOffset: nullable('integer'),
      truncated: boolean,
    }),
    traits: reads,
    run: async ({ caller, fence }, { attachmentId, offset = 0, maxChars = DEFAULT_CHARS, ...input }) => {
      requireScope(caller, 'read');
      if (input.accountId !== undefined) await this.access.require(caller, input.accountId);
      const { attachment, text, ...piece } = await this.texts.page(caller, attachmentId, { offset, maxChars });
      const { emailId: id, mailboxId } = attachment;
      const verdict = (await this.verdicts.find([{ id, mailboxId }])).get(id);
      const { mimeType } = attachment;
      return {
        output: {
          attachmentId,
          mimeType,
          text: fence.around(text, verdict?.verdict ?? 'unknown'),
          ...piece,
          truncated: piece.nextOffset !== null,
        },
        warnings: verdict ? warningsOf([verdict]) : [],
      };
    },
  });

  override readonly tools = [this.tool];
}
