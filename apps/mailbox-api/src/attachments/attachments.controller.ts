import { Controller, Get, Param, Query } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { AttachmentService, attachmentView } from '@mailroom/mail';
import { ApiSettings } from '../api-settings.js';
import { Operation } from '../openapi/api-operation.js';
import { downloadAnswer } from './download-answer.js';

@Controller('attachments')
export class AttachmentsController {
  constructor(
    private readonly attachments: AttachmentService,
    private readonly settings: ApiSettings,
  ) {}

  @Get()
  @Needs('read')
  @Operation({
    summary: "List an email's attachments",
    data: '[Attachment]',
    query: { emailId: { type: 'integer', description: 'the email', required: true, minimum: 1 } },
  })
  async listAttachments(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const emailId = query.integer(parameters, 'emailId', 1, Number.MAX_SAFE_INTEGER);
    if (emailId === undefined) throw emailIdRequired();
    const { mailboxId, items } = await this.attachments.listOfEmail(caller, emailId);
    return { items: items.map((file) => attachmentView(file, mailboxId, this.settings.baseUrl)) };
  }

  @Get(':attachmentId/content')
  @Needs('read')
  @Operation({ summary: "An attachment's decoded bytes", data: '' })
  async downloadAttachment(@Caller() caller: Principal, @Param('attachmentId') attachmentId: string) {
    const id = query.pathId(attachmentId, 'attachmentId');
    const { attachment, content } = await this.attachments.content(caller, id);
    return downloadAnswer(content, { type: attachment.mimeType, filename: attachment.filename });
  }
}

function emailIdRequired(): DomainError {
  return new DomainError('invalid_request', 'The parameter "emailId" is required.', {
    fields: [{ field: 'emailId', message: 'is required' }],
  });
}
