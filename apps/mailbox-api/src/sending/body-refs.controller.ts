import { Body, Controller, Post } from '@nestjs/common';
import { bodyText, storedBodyResource, storedBodyView } from '@mailroom/agent-view';
import { DomainError } from '@mailroom/errors';
import { Caller, MaxBodyBytes, Needs } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { BodyRefService, MailboxAccess, type StoredBody } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { Operation } from '../openapi/api-operation.js';
import { BodyTextDto, MESSAGE_BYTES } from './sending.dto.js';

@Controller('body-refs')
export class BodyRefsController {
  constructor(
    private readonly bodyRefs: BodyRefService,
    private readonly access: MailboxAccess,
  ) {}

  @Post()
  @Needs('send')
  @MaxBodyBytes(MESSAGE_BYTES)
  @Operation({ summary: 'Store a long body for 24 hours', answer: one(storedBodyResource) })
  async storeBody(@Caller() caller: Principal, @Body() body: BodyTextDto) {
    const stored = storedBody(body);
    const mailbox = await this.access.require(caller, body.accountId);
    return storedBodyView(await this.bodyRefs.store(mailbox.id, stored));
  }
}

function storedBody(body: BodyTextDto): StoredBody {
  const text = bodyText(body);
  const { subject } = body;
  const html = body.html || undefined;
  if (text !== undefined || html !== undefined) return { subject, text, html };
  throw new DomainError('invalid_request', 'There is nothing to store: send text or html.', {
    fields: [{ field: 'text', message: 'text or html is required' }],
  });
}
