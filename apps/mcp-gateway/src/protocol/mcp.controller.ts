import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { Caller, ClientGone, Needs } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { McpExchange } from './mcp-exchange.js';

/** The endpoint of the protocol: each request stands for itself, and any replica answers it. */
@Controller()
@Needs('any')
export class McpController {
  constructor(private readonly exchange: McpExchange) {}

  @Post()
  async post(
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @ClientGone() gone: AbortSignal,
  ) {
    reply.hijack();
    await this.exchange.answer({ caller, gone, request: request.raw, response: reply.raw, body: request.body });
  }

  /** There are no streams of the server's own: whoever opens one is told so (MCP, "Streamable HTTP"). */
  @Get()
  openStream(@Res() reply: FastifyReply) {
    refuseMethod(reply);
  }

  /** There are no sessions to end. */
  @Delete()
  endSession(@Res() reply: FastifyReply) {
    refuseMethod(reply);
  }
}

function refuseMethod(reply: FastifyReply): void {
  const error = { code: -32_000, message: 'Only POST is served here.' };
  reply.status(405).header('allow', 'POST').send({ jsonrpc: '2.0', id: null, error });
}
