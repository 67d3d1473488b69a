import { Injectable } from '@nestjs/common';
import { createTokenText, TokenService, type Principal, type RotatedToken } from '@mailroom/identity';
import { hashRequest, SubmissionService } from '@mailroom/sending';
import { SelfMailbox } from '../mailboxes/self-mailbox.js';
import type { TokenDelivery } from './rotate-token.dto.js';

/** Rotates the token of a caller, and delivers the next one. */
@Injectable()
export class TokenRotation {
  constructor(
    private readonly self: SelfMailbox,
    private readonly tokens: TokenService,
    private readonly submissions: SubmissionService,
  ) {}

  /**
   * The message goes first: where it is refused, nothing has changed; where the process dies behind it, or another
   * call rotates the token meanwhile, it holds a token that never worked, and the old one does as before.
   * @throws insufficient_scope, token_rotated, policy_suspended
   */
  async rotate(caller: Principal, delivery: TokenDelivery): Promise<RotatedToken> {
    const begun = await this.tokens.beginRotation(caller);
    const text = createTokenText('mrt_');
    if (delivery !== 'inline') await this.#deliver(caller, text);
    return this.tokens.rotate(caller, text, begun);
  }

  async #deliver(caller: Principal, token: string): Promise<void> {
    const mailbox = await this.self.of(caller);
    const subject = 'Your new access token';
    const text = `Here is the new access token of ${mailbox.address}:\n\n${token}\n\nThe one before it works for 24 more hours.\n`;
    const requestHash = hashRequest('rotate', {});
    await this.submissions.send(caller, mailbox, { to: [mailbox.address], subject, text, requestHash });
  }
}
