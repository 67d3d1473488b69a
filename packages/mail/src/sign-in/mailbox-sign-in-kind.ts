import { Injectable } from '@nestjs/common';
import { CredentialKind, scopes, type Credential } from '@mailroom/identity';
import { MailboxSignInRepository } from './mailbox-sign-in.repository.js';

/** The first characters of what a sign-in with a mailbox's password gives. */
export const MAILBOX_SIGN_IN_PREFIX = 'mrp_';

/** The sign-in that the principal of this id has; null if it holds something else. */
export function signInIdOf(principalId: string): number | null {
  const [, digits] = /^sign-in:(\d+)$/.exec(principalId) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The id of the principal that signed in with a mailbox's password. */
export function principalOfSignIn(id: number): string {
  return `sign-in:${id}`;
}

/** Sign-ins with the address and the password of a mailbox, which work for that mailbox alone. */
@Injectable()
export class MailboxSignInKind extends CredentialKind {
  override readonly name = 'sign-in';
  override readonly prefixes = [MAILBOX_SIGN_IN_PREFIX];

  constructor(private readonly signIns: MailboxSignInRepository) {
    super();
  }

  override async find(hash: Buffer): Promise<Credential | null> {
    const found = await this.signIns.findByHash(hash);
    if (!found) return null;
    const { id, mailboxId, tenantId, address: name, expiresAt, endedAt: revokedAt } = found;
    const level = 'mailbox' as const;
    return { principal: { id: principalOfSignIn(id), level, tenantId, mailboxId, name, scopes, expiresAt }, revokedAt };
  }

  override async ended(principalIds: readonly string[]): Promise<string[]> {
    const ids = principalIds.flatMap((id) => signInIdOf(id) ?? []);
    return (await this.signIns.ended(ids)).map(principalOfSignIn);
  }
}
