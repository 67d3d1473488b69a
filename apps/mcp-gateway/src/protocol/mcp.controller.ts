import { Controller, Delete, Get, Headers, Post, Req, Res } from '@nestjs/common';
import { Admission, Caller, ClientGone, Needs } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionIdOf } from '../following/session-id.js';
import { Sessions } from '../following/sessions.js';
import { McpExchange } from './mcp-exchange.js';

const NOT_FOUND = { code: -32_001, message: 'There is no such session: initialize again.' };
/** The SDK serves no larger one. */
const MAX_BATCH = 100;
const NEEDS_SESSION = { code: -32_000, message: 'Only POST is served without a session.' };

/** The endpoint of the protocol: each request stands for itself, and any replica answers it. */
@Controller()
@Needs('any')
export class McpController {
  constructor(
    private readonly admission: Admission,
    private readonly exchange: McpExchange,
    private readonly sessions: Sessions,
  ) {}

  @Post()
  async post(
    @Caller() caller: Principal,
    @Req() { raw: request, body }: FastifyRequest,
    @Res() reply: FastifyReply,
    @ClientGone() gone: AbortSignal,
  ) {
    const sessionId = sessionIdOf(request);
    if (sessionId === null) return refuse(reply, 404, NOT_FOUND);
    if (Array.isArray(body)) await this.admission.admitMore(caller, reply, Math.min(body.length, MAX_BATCH) - 1);
    reply.hijack();
    await this.exchange.answer({ caller, gone, request, response: reply.raw, body, sessionId });
  }

  @Get()
  async openStream(
    @Caller() caller: Principal,
    @Req() { raw: request }: FastifyRequest,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ) {
    const sessionId = sessionIdOf(request);
    if (!sessionId) return refuseSession(reply, sessionId);
    await this.sessions.openStream(caller, sessionId, { reply, lastEventId });
  }

  @Delete()
  async endSession(@Caller() caller: Principal, @Req() { raw: request }: FastifyRequest, @Res() reply: FastifyReply) {
    const sessionId = sessionIdOf(request);
    if (!sessionId) return refuseSession(reply, sessionId);
    await this.sessions.end(caller, sessionId);
    reply.status(200).send();
  }
}

function refuseSession(reply: FastifyReply, sessionId: string | null | undefined): void {
  if (sessionId === null) refuse(reply, 404, NOT_FOUND);
  else refuse(reply.header('allow', 'POST'), 405, NEEDS_SESSION);
}

function refuse(reply: FastifyReply, status: number, error: { code: number; message: string }): void {
  reply.status(status).send({ jsonrpc: '2.0', id: null, error });
}
