import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { deletedResource, draftAttachmentResource, draftAttachmentView } from '@mailroom/agent-view';
import { Caller, MaxBodyBytes, Needs, query } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { DraftService } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { downloadAnswer } from '../attachments/download-answer.js';
import { Operation } from '../openapi/api-operation.js';
import { MESSAGE_BYTES } from '../sending/sending.dto.js';
import { attachmentOf } from './draft-content.js';
import { DraftAttachmentDto } from './draft.dto.js';

/** What is attached to a draft, each uploaded once. */
@Controller('drafts/:draftId/attachments')
export class DraftAttachmentsController {
  constructor(private readonly drafts: DraftService) {}

  @Post()
  @Needs('send')
  @MaxBodyBytes(MESSAGE_BYTES)
  @Operation({ summary: 'Attach a file to a draft', answer: one(draftAttachmentResource) })
  async attachToDraft(
    @Caller() caller: Principal,
    @Param('draftId') draftId: string,
    @Body() body: DraftAttachmentDto,
  ) {
    return draftAttachmentView(await this.drafts.attach(caller, query.pathId(draftId, 'draftId'), attachmentOf(body)));
  }

  @Get(':attachmentId')
  @Needs('read')
  @Operation({ summary: 'The bytes of what is attached to a draft', contentType: '*/*' })
  async downloadDraftAttachment(
    @Caller() caller: Principal,
    @Param('draftId') draftId: string,
    @Param('attachmentId') attachmentId: string,
  ) {
    const ids = [query.pathId(draftId, 'draftId'), query.pathId(attachmentId, 'attachmentId')] as const;
    const { file, size, content } = await this.drafts.attachment(caller, ...ids);
    return downloadAnswer(content, { type: file.mimeType, filename: file.filename, size });
  }

  @Delete(':attachmentId')
  @Needs('send')
  @Operation({ summary: 'Remove an attachment from a draft', answer: one(deletedResource) })
  async detachFromDraft(
    @Caller() caller: Principal,
    @Param('draftId') draftId: string,
    @Param('attachmentId') attachmentId: string,
  ) {
    const id = query.pathId(attachmentId, 'attachmentId');
    await this.drafts.detach(caller, query.pathId(draftId, 'draftId'), id);
    return { id };
  }
}
