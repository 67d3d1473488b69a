import { Controller, Get, Param, Query } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { Caller, Needs, query, RawAnswer, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { AttachmentService, AttachmentTextService, attachmentView } from '@mailroom/mail';
import { ApiSettings } from '../api-settings.js';
import { Operation } from '../openapi/api-operation.js';
import { attachmentTextView } from './attachment-text.view.js';
import { contentDisposition } from './content-disposition.js';

const textParameters = {
  offset: {
    type: 'integer',
    description: 'where to begin, in UTF-16 code units: 0 (default), or an earlier nextOffset',
  },
  maxChars: { type: 'integer', description: '1 to 100000 UTF-16 code units, default 20000' },
} as const;

@Controller('attachments')
export class AttachmentsController {
  constructor(
    private readonly attachments: AttachmentService,
    private readonly texts: AttachmentTextService,
    private readonly settings: ApiSettings,
  ) {}

  @Get()
  @Needs('read')
  @Operation({
    summary: "List an email's attachments",
    data: '[Attachment]',
    query: { emailId: { type: 'integer', description: 'required' } },
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
    return new RawAnswer(content, {
      'content-type': safeType(attachment.mimeType),
      'content-disposition': contentDisposition(attachment.filename),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  }

  @Get(':attachmentId/text')
  @Needs('read')
  @Operation({ summary: "A piece of an attachment's plain text", data: 'AttachmentText', query: textParameters })
  async readAttachmentText(
    @Caller() caller: Principal,
    @Param('attachmentId') attachmentId: string,
    @Query() parameters: QueryString,
  ) {
    const id = query.pathId(attachmentId, 'attachmentId');
    return attachmentTextView(await this.texts.page(caller, id, pageQuery(parameters)));
  }
}

/** Answers stay a size that a model can take in. */
function pageQuery(parameters: QueryString) {
  return {
    offset: query.integer(parameters, 'offset', 0, Number.MAX_SAFE_INTEGER) ?? 0,
    maxChars: query.integer(parameters, 'maxChars', 1, 100_000) ?? 20_000,
  };
}

function emailIdRequired(): DomainError {
  return new DomainError('invalid_request', 'The parameter "emailId" is required.', {
    fields: [{ field: 'emailId', message: 'is required' }],
  });
}

/** A type that came in a message is passed on only where it can't break out of the header. */
function safeType(mimeType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream';
}
