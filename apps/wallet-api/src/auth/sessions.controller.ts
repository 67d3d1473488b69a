import { Controller, Delete, Get, Param } from '@nestjs/common';
import { Caller, Needs, query } from '@mailroom/http';
import { WalletSessions, type Principal } from '@mailroom/identity';
import { one, Operation } from '@mailroom/openapi';
import { pageOf } from '../openapi/page.js';
import { endedSessionResource, openSessionResource, openSessionView } from './session.js';

@Controller('auth/sessions')
export class SessionsController {
  constructor(private readonly sessions: WalletSessions) {}

  @Get()
  @Needs('manager')
  @Operation({ summary: 'List the sessions of your wallet', answer: pageOf(openSessionResource) })
  async listSessions(@Caller() principal: Principal) {
    const current = this.sessions.current(principal);
    const found = await this.sessions.list(principal);
    return { items: found.map((session) => openSessionView(session, current)), next_cursor: null };
  }

  @Delete(':session_id')
  @Needs('manager')
  @Operation({
    summary: 'End a session of your wallet',
    description: 'It works nowhere from a second later on. `current` names the session that asks.',
    answer: one(endedSessionResource),
  })
  async endSession(@Caller() principal: Principal, @Param('session_id') text: string) {
    const id = text === 'current' ? this.sessions.current(principal) : query.pathId(text, 'session_id');
    const endedAt = await this.sessions.end(principal, id);
    return { session_id: id, ended_at: endedAt.toISOString() };
  }
}
