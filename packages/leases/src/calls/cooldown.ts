import { Injectable } from '@nestjs/common';
import type { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { COOLDOWN_MESSAGES, FreeUseRepository } from './free-use.repository.js';

/** Bounds what a tenant sends in its first day, as long as nobody has bound a wallet to it. */
@Injectable()
export class Cooldown {
  constructor(private readonly uses: FreeUseRepository) {}

  /** Counts a message, in the transaction that accepts it. @throws cooldown_limit, which undoes the transaction */
  async count(on: Pick<Database, 'query'>, tenantId: string): Promise<void> {
    const seconds = await this.uses.cool(on, tenantId);
    if (seconds === null) return;
    const detail = `A tenant without a wallet sends ${COOLDOWN_MESSAGES} messages in its first 24 hours.`;
    throw new DomainError('cooldown_limit', detail, {
      fix: 'Bind a wallet: POST /v2/auth/siwe/challenge, then POST /v2/auth/siwe/verify with this token; or wait as long as retry-after says.',
      retryAfterSeconds: seconds,
    });
  }
}
