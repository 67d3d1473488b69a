import { Controller, Get, Param, Query } from '@nestjs/common';
import { EmailPresenter } from '@mailroom/agent-view';
import { invalidParameter } from '@mailroom/errors';
import { Caller, ClientGone, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { EmailService } from '@mailroom/mail';
import { cursorPageOf, one, Operation } from '@mailroom/openapi';
import { SelfMailbox } from '../mailboxes/self-mailbox.js';
import { emailIdOf } from '../text-id.js';
import { hostedMessageResource, hostedMessageView } from './hosted-message.js';
import { SelfMessages, type MessagesQuery } from './self-messages.js';

const listParameters = {
  limit: { type: 'integer', description: 'items in the answer', minimum: 1, maximum: 100, default: 20 },
  cursor: { type: 'string', description: 'the nextCursor of an earlier answer' },
  since: { type: 'string', format: 'date-time', description: 'only messages received or submitted from then on' },
  direction: { type: 'string', description: 'only these; both where it is left out', enum: ['received', 'sent'] },
  waitSeconds: {
    type: 'integer',
    description: 'where there is nothing to list, wait up to this long for mail to arrive',
    minimum: 0,
    maximum: 60,
    default: 0,
  },
} as const;

@Controller('v1/mailboxes/self/messages')
@Needs('read')
export class SelfMessagesController {
  constructor(
    private readonly self: SelfMailbox,
    private readonly messages: SelfMessages,
    private readonly emails: EmailService,
    private readonly presenter: EmailPresenter,
  ) {}

  @Get()
  @Operation({
    summary: "The mailbox's messages, received and sent, newest first",
    answer: cursorPageOf(hostedMessageResource),
    query: listParameters,
  })
  async listMessages(@Caller() caller: Principal, @Query() given: QueryString, @ClientGone() gone: AbortSignal) {
    const { seconds, ...wanted } = messagesQuery(given);
    const mailbox = await this.self.of(caller);
    const patience = { seconds, gone, principalId: caller.id, tenantId: caller.tenantId };
    return this.messages.page(caller, mailbox, wanted, seconds > 0 ? patience : null);
  }

  @Get(':messageId')
  @Operation({ summary: 'One message', answer: one(hostedMessageResource) })
  async getMessage(@Caller() caller: Principal, @Param('messageId') messageId: string) {
    await this.self.of(caller);
    const { email, mailbox, content } = await this.emails.requireFull(caller, emailIdOf(messageId));
    return hostedMessageView(await this.presenter.one(caller, email, mailbox, { content }));
  }
}

function messagesQuery(given: QueryString): MessagesQuery & { readonly seconds: number } {
  const direction = query.oneOf(given, 'direction', ['received', 'sent']);
  const seconds = query.integer(given, 'waitSeconds', 0, 60) ?? 0;
  const cursor = query.cursor(given);
  if (seconds > 0 && direction === 'sent') throw invalidParameter('waitSeconds', 'waits for received mail only');
  if (seconds > 0 && cursor !== undefined) throw invalidParameter('waitSeconds', 'can not be sent with a cursor');
  const limit = query.integer(given, 'limit', 1, 100) ?? 20;
  return { direction, seconds, cursor, since: query.instant(given, 'since'), limit };
}
