import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { BodyRefRepository } from './body-ref.repository.js';

/** The fields that a body reference supplies to a send that leaves them out. */
export type StoredBody = {
  readonly subject?: string | undefined;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
};

const LIFETIME_MS = 24 * 3_600_000;

/** Keeps long bodies for 24 hours under a reference that only their own mailbox can use. */
@Injectable()
export class BodyRefService {
  constructor(private readonly bodyRefs: BodyRefRepository) {}

  async store(mailboxId: number, body: StoredBody): Promise<{ bodyRef: string; expiresAt: Date }> {
    const id = `brf_${randomBytes(18).toString('base64url')}`;
    const expiresAt = new Date(Date.now() + LIFETIME_MS);
    const { subject = null, text: plainText = null, html = null } = body;
    await this.bodyRefs.insert({ id, mailboxId, subject, plainText, html, expiresAt });
    return { bodyRef: id, expiresAt };
  }

  /** @param field as the caller calls it @throws body_ref_expired; invalid_request if this mailbox has no such reference */
  async find(mailboxId: number, bodyRef: string, field = 'bodyRef'): Promise<StoredBody> {
    const stored = await this.bodyRefs.find(bodyRef);
    if (stored?.mailboxId !== mailboxId) {
      throw new DomainError('invalid_request', 'There is no such body reference in this mailbox.', {
        fields: [{ field, message: 'is not a reference of this mailbox' }],
      });
    }
    if (stored.expiresAt.getTime() <= Date.now()) {
      throw new DomainError('body_ref_expired', 'The body reference is older than 24 hours.', {
        fix: 'Store the body again with POST /body-refs.',
      });
    }
    const { subject, plainText, html } = stored;
    return { subject: subject ?? undefined, text: plainText ?? undefined, html: html ?? undefined };
  }
}
