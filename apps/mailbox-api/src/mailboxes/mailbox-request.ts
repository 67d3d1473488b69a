import { aliased } from '@mailroom/agent-view';
import type { CreateMailboxDto } from './mailbox.dto.js';
import { tokenRequest } from './token-request.js';

/** Reads a new mailbox from a body, and the answer to the challenge before it. @throws invalid_request */
export function mailboxRequest(body: CreateMailboxDto) {
  const { email, name, allReceive, scopes, expiresAt, tokenName } = body;
  const ownerAccountId = aliased(['ownerAccountId', body.ownerAccountId], ['accountId', body.accountId]);
  const token = tokenRequest({ name: tokenName, scopes, expiresAt });
  return {
    mailbox: { email, name, allReceive, ownerAccountId, token },
    challenge: aliased(['turnstileToken', body.turnstileToken], ['token', body.token]),
  };
}
