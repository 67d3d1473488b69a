import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { AuditTrail, createTokenText, hashToken, MailboxPasswords, scopes, type Principal } from '@mailroom/identity';
import { canonicalAddress, parseAddress } from '@mailroom/message';
import { MAILBOX_SIGN_IN_PREFIX, principalOfSignIn, signInIdOf } from './mailbox-sign-in-kind.js';
import { MailboxSignInRepository, type SignInMailbox } from './mailbox-sign-in.repository.js';

/** How long a sign-in with a password lasts: a day's work. */
export const MAILBOX_SIGN_IN_SECONDS = 12 * 3_600;

export type SignedInMailbox = SignInMailbox & {
  /** Shown once. */
  readonly token: string;
  readonly expiresAt: Date;
};

/** What somebody typed, and the network of the client, by which wrong passwords count. */
export type SignInTry = { readonly address: string; readonly password: string; readonly network: string };

/** Signs people in to mailboxes by address and password. */
@Injectable()
export class MailboxSignIns {
  constructor(
    private readonly database: Database,
    private readonly passwords: MailboxPasswords,
    private readonly signIns: MailboxSignInRepository,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Begins a sign-in. One whose password is replaced at the same moment is over at once, by the generation that it has.
   * @throws invalid_mailbox_password, whether the address or the password is wrong; rate_limited
   */
  async begin({ address: typed, password, network }: SignInTry, requestId: string): Promise<SignedInMailbox> {
    const parsed = parseAddress(typed.trim());
    const address = parsed ? canonicalAddress(parsed) : typed;
    const mailbox = await this.signIns.findMailbox(address);
    const tried = { address, network, password };
    const generation = await this.passwords.requireOfStranger(mailbox?.mailboxId ?? null, tried);
    if (!mailbox) throw new Error('The password of no mailbox was right.');
    const { mailboxId, tenantId } = mailbox;
    const token = createTokenText(MAILBOX_SIGN_IN_PREFIX);
    return this.database.transaction(async (tx) => {
      const begun = await this.signIns.insert(tx, mailboxId, generation, hashToken(token), MAILBOX_SIGN_IN_SECONDS);
      const { id, expiresAt } = begun;
      const whole = { level: 'mailbox' as const, tenantId, mailboxId, name: mailbox.address, scopes, expiresAt };
      const by = { id: principalOfSignIn(id), requestId, ...whole };
      const details = { mailboxId };
      await this.audit.record(tx, by, { action: 'session.started', tenantId, targetId: by.id, details });
      return { ...mailbox, token, expiresAt };
    });
  }

  /** Ends the caller's sign-in, which works nowhere from a second later on. @throws insufficient_scope */
  async end(principal: Principal): Promise<void> {
    const id = signInIdOf(principal.id);
    if (id === null) throw noSignIn();
    const { tenantId, mailboxId } = principal;
    await this.database.transaction(async (tx) => {
      if (!(await this.signIns.end(tx, id))) return;
      const ended = { action: 'session.ended', tenantId, targetId: principal.id, details: { mailboxId } } as const;
      await this.audit.record(tx, principal, ended);
    });
  }
}

function noSignIn(): DomainError {
  return new DomainError(
    'insufficient_scope',
    'This ends a sign-in with the password of a mailbox, and nothing else.',
    {
      fix: 'Send the access_token of POST /v2/mailboxes/sign-in.',
    },
  );
}
