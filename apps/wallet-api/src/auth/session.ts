import type { WalletSession } from '@mailroom/identity';
import { about, boolean, integer, nullable, object, resource, string, word, type ValueOf } from '@mailroom/openapi';
import { SESSION_SECONDS, type SignedIn } from '@mailroom/wallets';

const agentId = 'agt_4b1f0c9a7e5d3f2b1a09';

export const sessionResource = resource(
  'Session',
  object({
    access_token: about(string, 'a bearer token of the agent, which is shown here and nowhere else'),
    token_type: word(['Bearer']),
    expires_in: about(integer, 'seconds'),
    agent_id: about(string, 'the agent that acts with the wallet; the same at each sign-in'),
    tenant_id: string,
    did: about(string, 'the decentralized identifier of the agent (did:pkh)'),
  }),
  {
    access_token: 'mrs_…',
    token_type: 'Bearer',
    expires_in: SESSION_SECONDS,
    agent_id: agentId,
    tenant_id: 'tnt_4b1f0c9a7e5d3f2b1a09',
    did: 'did:pkh:eip155:8453:0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  },
);

export function sessionView({ session, token, address }: SignedIn, chain: string): ValueOf<typeof sessionResource> {
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: SESSION_SECONDS,
    agent_id: session.agentId,
    tenant_id: session.tenantId,
    did: `did:pkh:${chain}:${address}`,
  };
}

export const openSessionResource = resource(
  'OpenSession',
  object({
    session_id: integer,
    agent_id: string,
    created_at: string,
    expires_at: string,
    last_used_at: about(nullable('string'), 'to a minute'),
    current: about(boolean, 'whether it is the one that asks'),
  }),
  {
    session_id: 12,
    agent_id: agentId,
    created_at: '2026-03-01T09:00:00.000Z',
    expires_at: '2026-03-01T10:00:00.000Z',
    last_used_at: '2026-03-01T09:10:00.000Z',
    current: true,
  },
);

export function openSessionView(session: WalletSession, current: number): ValueOf<typeof openSessionResource> {
  return {
    session_id: session.id,
    agent_id: session.agentId,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    last_used_at: session.lastUsedAt?.toISOString() ?? null,
    current: session.id === current,
  };
}

export const endedSessionResource = resource('EndedSession', object({ session_id: integer, ended_at: string }), {
  session_id: 12,
  ended_at: '2026-03-01T09:30:00.000Z',
});
