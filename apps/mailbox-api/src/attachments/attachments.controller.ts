import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  all,
  attachmentResource,
  attachmentTextResource,
  attachmentTextView,
  attachmentView,
} from '@mailroom/agent-view';
import { DomainError } from '@mailroom/errors';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { AttachmentService, AttachmentTextService } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { ApiSettings } from '../api-settings.js';
import { Operation } from '../openapi/api-operation.js';
import { downloadAnswer } from './download-answer.js';

const textParameters = {
  offset: {
    type: 'integer',
    description: 'where to begin, in UTF-16 code units: 0, or an earlier nextOffset',
    minimum: 0,
    default: 0,
  },
  maxChars: { type: 'integer', description: 'UTF-16 code units', minimum: 1, maximum: 100_000, default: 20_000 },
} as const;

const pieceOfText = { summary: "A piece of an attachment's plain text", query: textParameters } as const;

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
    answer: all(attachmentResource),
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
  @Operation({ summary: "An attachment's decoded bytes", contentType: '*/*' })
  async downloadAttachment(@Caller() caller: Principal, @Param('attachmentId') attachmentId: string) {
    const id = query.pathId(attachmentId, 'attachmentId');
    const { attachment, size, content } = await this.attachments.content(caller, id);
    return downloadAnswer(content, { type: attachment.mimeType, filename: attachment.filename, size });
  }

  @Get(':attachmentId/text')
  @Needs('read')
  @Operation({ ...pieceOfText, answer: one(attachmentTextResource) })
  async readAttachmentText(
    @Caller() caller: Principal,
    @Param('attachmentId') attachmentId: string,
    @Query() parameters: QueryString,
  ) {
    const id = query.pathId(attachmentId, 'attachmentId');
    return attachmentTextView(await this.texts.page(caller, id, pageQuery(parameters)));
  }
}

/** Keeps answers at a size that a model can take in. */
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
