import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import {
  deletedResource,
  draftResource,
  draftSummaryResource,
  draftSummaryView,
  draftView,
  EmailPresenter,
  emailResource,
  pageOf,
} from '@mailroom/agent-view';
import { DomainError } from '@mailroom/errors';
import { Caller, MaxBodyBytes, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { DraftService, EmailRepository, MailboxAccess } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { DraftSending } from '@mailroom/sending';
import { accountParameter, Operation } from '../openapi/api-operation.js';
import { MESSAGE_BYTES } from '../sending/sending.dto.js';
import { draftContent } from './draft-content.js';
import { CreateDraftDto, MAX_VERSION, SendDraftDto, UpdateDraftDto } from './draft.dto.js';

const listParameters = {
  ...accountParameter,
  size: { type: 'integer', description: 'items in the answer', minimum: 1, maximum: 50, default: 20 },
  cursor: { type: 'integer', description: 'the nextCursor of an earlier answer', minimum: 0 },
} as const;

const versionParameter = {
  version: {
    type: 'integer',
    description: 'what was read: 409 if somebody has saved the draft since',
    minimum: 1,
    maximum: MAX_VERSION,
  },
} as const;

const listing = {
  summary: 'List drafts, the one that changed last first',
  answer: pageOf(draftSummaryResource),
  query: listParameters,
} as const;

const sendingOnce = {
  summary: 'Send a draft',
  description:
    'The draft is gone once it is sent. Sending it again within 24 hours sends nothing, and answers with the same email.',
  answer: one(emailResource),
} as const;

@Controller('drafts')
export class DraftsController {
  constructor(
    private readonly drafts: DraftService,
    private readonly sending: DraftSending,
    private readonly access: MailboxAccess,
    private readonly emails: EmailRepository,
    private readonly presenter: EmailPresenter,
  ) {}

  @Get()
  @Needs('read')
  @Operation(listing)
  async listDrafts(@Caller() caller: Principal, @Query() parameters: QueryString) {
    const { limit, cursor = Number.MAX_SAFE_INTEGER } = query.page(parameters);
    const mailbox = await this.access.require(caller, query.accountId(parameters));
    const found = await this.drafts.list(mailbox, cursor, limit + 1);
    return draftPage(found, limit);
  }

  @Post()
  @Needs('send')
  @MaxBodyBytes(MESSAGE_BYTES)
  @Operation({ summary: 'Begin a draft', answer: one(draftResource) })
  async createDraft(@Caller() caller: Principal, @Body() body: CreateDraftDto) {
    const mailbox = await this.access.require(caller, body.accountId);
    const { draft, files } = await this.drafts.create(caller, mailbox, draftContent(body));
    return draftView(draft, files);
  }

  @Get(':draftId')
  @Needs('read')
  @Operation({ summary: 'Read a draft', answer: one(draftResource) })
  async getDraft(@Caller() caller: Principal, @Param('draftId') draftId: string) {
    const { draft } = await this.drafts.require(caller, query.pathId(draftId, 'draftId'));
    return draftView(draft, await this.drafts.filesOf(draft.id));
  }

  @Put(':draftId')
  @Needs('send')
  @MaxBodyBytes(MESSAGE_BYTES)
  @Operation({
    summary: 'Save a draft',
    description: 'The body is all that is written, so it names one field at least; attachments stay as they are.',
    answer: one(draftResource),
  })
  async saveDraft(@Caller() caller: Principal, @Param('draftId') draftId: string, @Body() body: UpdateDraftDto) {
    const id = query.pathId(draftId, 'draftId');
    requireSomething(body);
    const { draft, files } = await this.drafts.save(caller, id, draftContent(body), body.version ?? null);
    return draftView(draft, files);
  }

  @Delete(':draftId')
  @Needs('send')
  @Operation({ summary: 'Delete a draft', answer: one(deletedResource), query: versionParameter })
  async deleteDraft(@Caller() caller: Principal, @Param('draftId') draftId: string, @Query() parameters: QueryString) {
    const id = query.pathId(draftId, 'draftId');
    await this.drafts.delete(caller, id, query.integer(parameters, 'version', 1, MAX_VERSION) ?? null);
    return { id };
  }

  @Post(':draftId/send')
  @Needs('send')
  @Operation(sendingOnce)
  async sendDraft(@Caller() caller: Principal, @Param('draftId') draftId: string, @Body() body: SendDraftDto) {
    const id = query.pathId(draftId, 'draftId');
    const { emailId, mailbox } = await this.sending.send(caller, id, body.version ?? null);
    const full = await this.emails.findFull(emailId, mailbox.id);
    if (!full) throw new DomainError('not_found', 'The email that was sent of this draft was deleted.');
    return this.presenter.one(caller, full.email, mailbox, { content: full.content });
  }
}

/** One page in the order of changes: the last one shown says where the next page begins. */
function draftPage(found: Awaited<ReturnType<DraftService['list']>>, limit: number) {
  const shown = found.slice(0, limit);
  const hasMore = found.length > limit;
  const nextCursor = hasMore ? (shown.at(-1)?.draft.changeId ?? null) : null;
  return { items: shown.map(({ draft, files }) => draftSummaryView(draft, files)), nextCursor, hasMore };
}

/** A client that lost its body must not empty the draft. */
function requireSomething({ version: _version, ...written }: UpdateDraftDto): void {
  if (Object.values(written).some((value) => value !== undefined)) return;
  throw new DomainError('invalid_request', 'The request says nothing of what is written.', {
    fix: 'Send at least one field; "text": "" empties the draft.',
  });
}
