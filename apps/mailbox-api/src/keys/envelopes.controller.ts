import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { addedEnvelopeResource, unwrappedEmailsResource } from '@mailroom/agent-view';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { EnvelopeService } from '@mailroom/mail';
import { one } from '@mailroom/openapi';
import { Operation } from '../openapi/api-operation.js';
import { AddEnvelopeDto } from './envelope.dto.js';

const PAGE = 200;

/** Session keys of messages, wrapped for agent keys after the messages came. */
@Controller()
@Needs('read')
export class EnvelopesController {
  constructor(private readonly envelopes: EnvelopeService) {}

  @Post('emails/:emailId/envelopes')
  @Operation({
    summary: 'Let an agent key read an email: its session key, wrapped for that key',
    answer: one(addedEnvelopeResource),
  })
  async addEnvelope(@Caller() caller: Principal, @Param('emailId') emailId: string, @Body() body: AddEnvelopeDto) {
    const id = query.pathId(emailId, 'emailId');
    const { keyId } = body;
    await this.envelopes.add(caller, id, { keyId, packet: Buffer.from(body.packet, 'base64') });
    return { emailId: id, keyId };
  }

  @Get('keys/:keyId/unwrapped')
  @Operation({
    summary: 'List encrypted emails that an agent key can not read',
    answer: one(unwrappedEmailsResource),
    query: { cursor: { type: 'integer', description: 'only emails with a lower id' } },
  })
  async listUnwrapped(@Caller() caller: Principal, @Param('keyId') keyId: string, @Query() parameters: QueryString) {
    const id = query.smallPathId(keyId, 'keyId');
    const before = query.cursor(parameters) ?? Number.MAX_SAFE_INTEGER;
    const emailIds = await this.envelopes.unwrapped(caller, id, before, PAGE);
    return { emailIds, nextCursor: emailIds.length === PAGE ? (emailIds.at(-1) ?? null) : null };
  }
}
