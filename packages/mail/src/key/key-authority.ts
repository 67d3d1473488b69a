import { Injectable } from '@nestjs/common';
import type { Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { TokenService, type Principal } from '@mailroom/identity';
import { signInIdOf } from '../sign-in/mailbox-sign-in-kind.js';

/** Who decides over the keys of a mailbox: agents work in it, and must not be talked into giving its mail to others. */
@Injectable()
export class KeyAuthority {
  constructor(private readonly tokens: TokenService) {}

  /** Whether the principal decides for the mailbox, rather than working in it. */
  async decides(tx: Tx, principal: Principal): Promise<boolean> {
    if (principal.level === 'manager' || signInIdOf(principal.id) !== null) return true;
    return this.tokens.isHosted(tx, principal);
  }

  /** @throws insufficient_scope */
  async require(tx: Tx, principal: Principal): Promise<void> {
    if (await this.decides(tx, principal)) return;
    throw new DomainError('insufficient_scope', 'This is for whoever decides over the keys of the mailbox.', {
      fix: 'Call it with a manager token, or signed in with the password of the mailbox; what belongs to a token, with that token.',
    });
  }
}
